import type { FastifyRequest } from 'fastify';
import type { Front } from '#shared/lib/wire.ts';
import { FRONTS, type Settings } from '../lib/settings.ts';

/** A front and the origin that the browser used. */
export interface Reached {
  readonly front: Front;
  readonly origin: string;
}

/** The front of a Host header; null for an unknown name. */
export function frontReader(settings: Settings): (request: Pick<FastifyRequest, 'host'>) => Reached | null {
  const byHost = new Map<string, Reached>();
  for (const front of FRONTS) {
    for (const origin of settings.origins[front].all) byHost.set(new URL(origin).host, { front, origin });
  }
  return (request) => byHost.get(request.host.toLowerCase()) ?? null;
}

/** All our origins, from which state-changing calls may come. */
export function ourOrigins(settings: Settings): ReadonlySet<string> {
  return new Set(FRONTS.flatMap((front) => settings.origins[front].all));
}
