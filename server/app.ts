import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { whoIs } from './accounts/service.ts';
import { serveDisk } from './files/disk/serve.ts';
import type { DiskStore } from './files/disk/store.ts';
import { createFlags, STUDIO_NAME } from './content/service.ts';
import type { Database, DatabaseTarget } from './db/database.ts';
import { bind } from './lib/bind.ts';
import type { Clock } from './lib/clock.ts';
import { compressAnswers } from './lib/compress.ts';
import { cookieOf } from './lib/cookie.ts';
import type { Actor, Ctx } from './lib/ctx.ts';
import { Refused, sendProblem } from './lib/errors.ts';
import { startQueues, type Queues } from './lib/events.ts';
import { answerUnchanged, revalidates } from './lib/etag.ts';
import { frontReader, ourOrigins, type Reached } from './lib/fronts.ts';
import { guardAgainstOtherSites } from './lib/guard.ts';
import { createHttp } from './lib/http.ts';
import type { Log } from './lib/log.ts';
import { otherMethods } from './lib/methods.ts';
import { COMMON_PROBLEMS } from '../shared/lib/problem.ts';
import { serveDocs } from './lib/docs.ts';
import { serveHealth } from './lib/health.ts';
import { servePages, type Pages } from './lib/pages.ts';
import type { Storage } from './lib/storage.ts';
import { serveOutbox } from './notifications/outbox/serve.ts';
import { unsubscribeForms } from './notifications/unsubscribe.ts';
import { startLive } from './notifications/live/start.ts';
import { ENDPOINTS, HANDLERS, JOBS } from './rooms.ts';
import type { Settings } from './settings.ts';

z.config(z.locales.en());

/** What an application is built from; tests give the same things with a standing clock and manual queues. */
export interface AppDeps {
  readonly settings: Settings;
  readonly db: Database;
  readonly target: DatabaseTarget;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Storage;
  /** The store on this machine's disk, where there is no other. */
  readonly disk: DiskStore | null;
  readonly pages: Pages;
  readonly queues?: 'work' | 'manual';
}

/** The application: one Fastify instance for all fronts, and the queues that work beside it. */
export interface App {
  readonly http: FastifyInstance;
  readonly queues: Queues;
  /** A ctx with nobody signed in, as jobs get it. */
  readonly ctx: () => Ctx;
  close(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    reached: Reached;
  }
}

/** Builds the application on an open, migrated database. It listens to nothing yet. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { settings, db, clock, log, storage } = deps;
  const flags = createFlags(db);
  let lastFlags = await flags();
  const studio: Reached = { front: 'studio', origin: settings.origins.studio.canonical };
  const ctxAt = (reached: Reached, actor: Actor | null, ownLog: Log): Ctx => ({
    db,
    now: clock.now(),
    actor,
    front: reached.front,
    origin: reached.origin,
    settings,
    flags: lastFlags,
    storage,
    events: queues,
    live,
    log: ownLog,
  });
  const background = (): Ctx => ctxAt(studio, null, log);

  const http = await createHttp(deps);
  const refuseOthers = otherMethods(http);
  serveHealth(http, { db, storage });
  const frontOf = frontReader(settings);
  http.decorateRequest('reached');
  http.addHook('onRequest', async (request, reply) => {
    const reached = frontOf(request);
    const route = request.routeOptions.url ?? '';
    if (reached === null && !/^\/(healthz|readyz)$/.test(route)) throw new Refused('not_found');
    request.reached = reached ?? studio;
    if (/^\/(api|content)\//.test(route))
      reply.header('cache-control', revalidates(route) ? 'no-cache' : 'no-store');
    lastFlags = await flags().catch(() => lastFlags);
  });
  answerUnchanged(http);
  compressAnswers(http);
  unsubscribeForms(http);
  guardAgainstOtherSites(http, ourOrigins(settings));
  for (const bound of ENDPOINTS) {
    bind(
      http,
      {
        ctxOf: (request, actor) => ctxAt(request.reached, actor, request.log),
        whoIs: (request) =>
          whoIs({ db, now: clock.now(), front: request.reached.front }, cookieOf(request, request.reached)),
      },
      bound,
    );
  }
  serveDocs(
    http,
    STUDIO_NAME,
    ENDPOINTS.map((bound) => bound.endpoint),
  );
  serveOutbox(http, settings);
  await http.after();
  refuseOthers();
  if (deps.disk !== null) await serveDisk(http, deps.disk);
  await servePages(http, deps.pages);
  http.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not_found', COMMON_PROBLEMS.not_found));

  // Last, so that nothing is left running when one of the steps above fails.
  const live = await startLive({ target: deps.target, db, clock, log });
  // Streams have no end of their own: they are ended before requests are waited for.
  http.addHook('preClose', () => live.close());
  const queues = await startQueues({
    target: deps.target,
    log,
    handlers: HANDLERS,
    jobs: JOBS,
    ctx: background,
    mode: deps.queues ?? 'work',
  }).catch(async (error: unknown) => {
    await live.stop();
    throw error;
  });
  return {
    http,
    queues,
    ctx: background,
    async close() {
      await http.close();
      await live.stop();
      await queues.stop();
    },
  };
}
