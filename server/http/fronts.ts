import type { FastifyRequest } from 'fastify';
import type { Front } from '#shared/lib/wire.ts';
import { FRONTS, type Settings } from '../lib/settings.ts';

/** A front and the origin that the browser used. */
export interface FrontOrigin {
  readonly front: Front;
  readonly origin: string;
}

/** The front of a Host header; null for an unknown name. */
export function createFrontResolver(
  settings: Settings,
): (request: Pick<FastifyRequest, 'host'>) => FrontOrigin | null {
  const byHost = new Map<string, FrontOrigin>();
  for (const front of FRONTS) {
    for (const origin of settings.origins[front].all) byHost.set(new URL(origin).host, { front, origin });
  }
  return (request) => byHost.get(request.host.toLowerCase()) ?? null;
}

/** All origins of the fronts, from which state-changing calls may come. */
export function ownOrigins(settings: Settings): ReadonlySet<string> {
  return new Set(FRONTS.flatMap((front) => settings.origins[front].all));
}
