import type { FastifyRequest } from 'fastify';
import type { Front } from '../../shared/lib/wire.ts';
import { FRONTS, type Settings } from '../settings.ts';

/** A front and the origin by which the browser reached it. */
export interface Reached {
  readonly front: Front;
  readonly origin: string;
}

/** Tells by the Host header which front a request is for; null for a name that is none of ours. */
export function frontReader(settings: Settings): (request: Pick<FastifyRequest, 'host'>) => Reached | null {
  const byHost = new Map<string, Reached>();
  for (const front of FRONTS) {
    for (const origin of settings.origins[front].all) byHost.set(new URL(origin).host, { front, origin });
  }
  return (request) => byHost.get(request.host.toLowerCase()) ?? null;
}

/** All origins that are ours: what a state-changing call may come from. */
export function ourOrigins(settings: Settings): ReadonlySet<string> {
  return new Set(FRONTS.flatMap((front) => settings.origins[front].all));
}
