import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { authenticate } from '../accounts/service.ts';
import { serveWebhooks } from '../billing/intake/serve-webhook.ts';
import { serveDisk } from '../storage/disk/serve.ts';
import type { DiskStore } from '../storage/disk/store.ts';
import { createFlags, STUDIO_NAME } from '../content/service.ts';
import { forRequest, isBusy, type Database } from '../db/database.ts';
import type { DatabaseTarget } from '../db/target.ts';
import { previewOf } from '../explore/service.ts';
import { bind } from '../http/bind.ts';
import type { Clock } from '../lib/clock.ts';
import { compressResponses } from '../http/compress.ts';
import { cookieOf } from '../http/cookie.ts';
import { guardDevPages } from '../http/dev-pages.ts';
import type { Actor, Ctx } from '../ctx/ctx.ts';
import { sendProblem } from '../http/errors.ts';
import { Refused } from '../lib/refused.ts';
import { openQueues, type OpenQueues, type Queues } from '../jobs/events.ts';
import { controlCaching } from '../http/cache.ts';
import { createFrontResolver, ownOrigins, type FrontOrigin } from '../http/fronts.ts';
import { acceptIgnoredForms } from '../http/forms.ts';
import { refuseCrossSite } from '../http/guard.ts';
import { httpOf } from '../http/route-http.ts';
import { createHttp } from '../http/http.ts';
import type { Log } from '../lib/log.ts';
import type { Observer } from '../lib/observer.ts';
import type { Tracer } from '../lib/tracing/span.ts';
import { refuseOtherMethods } from '../http/methods.ts';
import { COMMON_PROBLEMS } from '#shared/lib/problem.ts';
import { serveCspReports } from '../http/csp-reports.ts';
import { serveDocs } from '../http/docs.ts';
import { serveHealth } from '../http/health.ts';
import { servePages, type Pages } from '../http/pages.ts';
import type { Payments } from '../ctx/payments.ts';
import type { Storage } from '../ctx/storage.ts';
import { serveOutbox } from '../http/outbox.ts';
import { servePayments } from '../http/payments/routes.ts';
import { startLive, type LiveUpdates } from '../live/start.ts';
import { ENDPOINTS, HANDLERS, JOBS } from './rooms.ts';
import { inTurns } from '../lib/turns.ts';
import { validationMessage } from '#shared/lib/validation-message.ts';
import type { Settings } from '../lib/settings.ts';

z.config({ localeError: validationMessage });

/** Dependencies of the application; tests pass a manual clock and manual queues. */
export interface AppDeps {
  readonly settings: Settings;
  /** For requests. */
  readonly db: Database;
  /** For work outside of requests; `db` by default. */
  readonly jobDb?: Database;
  readonly target: DatabaseTarget;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Storage;
  readonly payments: Payments;
  /** The store on this machine's disk, without an S3. */
  readonly disk: DiskStore | null;
  /** Token of the pages below /dev. */
  readonly devToken: string;
  readonly pages: Pages;
  readonly queues?: 'work' | 'manual';
  /** Serves once requests can be answered, before the queues start; drained, then closed before requests are waited for. */
  readonly listener?: {
    serve(handler: FastifyInstance['routing']): void;
    drain(): Promise<void>;
    close(): Promise<void>;
  };
  /** Counts requests and jobs. */
  readonly observer?: Observer | undefined;
  /** Begins spans of requests and jobs; without one there are no traces. */
  readonly tracer?: Tracer | undefined;
}

/** The application: one Fastify instance for all fronts, and its queues. */
export interface App {
  readonly http: FastifyInstance;
  readonly queues: Queues;
  /** A context without an actor on `jobDb`, as jobs get it. */
  readonly ctx: () => Ctx;
  /** How many streams of live updates are open. */
  readonly streams: () => number;
  close(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    reached: FrontOrigin;
  }
}

/** Builds the application on a migrated database. It does not listen by itself. Queues start last, when it answers. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { target, db, clock, log } = deps;
  const opened = openQueues({
    target,
    log,
    handlers: HANDLERS,
    jobs: JOBS,
    mode: deps.queues ?? 'work',
    observer: deps.observer,
    tracer: deps.tracer,
    isBusy: () => deps.jobDb !== undefined && isBusy(db),
  });
  const live = await startLive({ target, db, clock, log });
  const stops = [() => live.stop(), () => opened.stop()];
  try {
    const { http, ctx, jobCtx } = await buildHttp(deps, live, opened);
    stops.unshift(() => http.close());
    const { listener } = deps;
    if (listener !== undefined) {
      http.addHook('preClose', () => listener.close());
      // Before Fastify closes: from then on it answers 503.
      stops.unshift(() => listener.drain());
    }
    await http.ready();
    listener?.serve(inTurns((request, response) => http.routing(request, response)));
    const queues = await opened.start(jobCtx);
    return { http, queues, ctx, streams: () => live.count(), close: () => inTurn(stops) };
  } catch (error) {
    await inTurn(stops);
    throw error;
  }
}

async function inTurn(stops: readonly (() => Promise<void>)[]): Promise<void> {
  for (const stop of stops) await stop();
}

/** For requests; `jobCtx` is `ctx` with current flags. */
async function buildHttp(
  deps: AppDeps,
  live: LiveUpdates,
  queues: OpenQueues,
): Promise<Pick<App, 'http' | 'ctx'> & { jobCtx: () => Promise<Ctx> }> {
  const { settings, db, clock, log, storage, payments } = deps;
  const reads = forRequest(db, { reads: true });
  const flags = createFlags(reads);
  let lastFlags = await flags();
  const studio: FrontOrigin = { front: 'studio', origin: settings.origins.studio.canonical };
  const ctxAt = (reached: FrontOrigin, actor: Actor | null, ownLog: Log, ownDb = db): Ctx => ({
    db: ownDb,
    now: clock.now(),
    actor,
    front: reached.front,
    origin: reached.origin,
    settings,
    flags: lastFlags,
    storage,
    payments,
    events: queues,
    live,
    log: ownLog,
  });
  const readFlags = async (): Promise<void> => {
    lastFlags = await flags().catch(() => lastFlags);
  };
  const background = (): Ctx => ({ ...ctxAt(studio, null, log), db: deps.jobDb ?? db });

  const http = await createHttp(deps);
  serveHealth(http, { db: reads, storage });
  const frontOf = createFrontResolver(settings);
  http.decorateRequest('reached');
  http.addHook('onRequest', async (request) => {
    const reached = frontOf(request);
    if (reached === null && httpOf(request).anyHost !== true) throw new Refused('not_found');
    request.reached = reached ?? studio;
  });
  controlCaching(http);
  compressResponses(http);
  acceptIgnoredForms(http);
  refuseCrossSite(http, ownOrigins(settings));
  guardDevPages(http, deps.devToken);
  const refuseOthers = refuseOtherMethods(http);
  for (const bound of ENDPOINTS) {
    bind(
      http,
      {
        dbOf: (request, reply) =>
          forRequest(db, { reads: ['GET', 'HEAD'].includes(request.method), receiver: reply.raw }),
        ctxOf: async (request, actor, ownDb) => {
          await readFlags();
          return { ...ctxAt(request.reached, actor, request.log, ownDb), requestId: request.id };
        },
        authenticate: (request, ownDb) =>
          authenticate(
            { db: ownDb, now: clock.now(), front: request.reached.front },
            cookieOf(request, request.reached),
          ),
      },
      bound,
    );
  }
  serveDocs(
    http,
    STUDIO_NAME,
    ENDPOINTS.map((bound) => bound.endpoint),
  );
  serveOutbox(http, settings, payments.stripe?.sandbox === true);
  servePayments(http, { settings, payments });
  serveWebhooks(http, (request) => ({
    ...ctxAt(request.reached, null, request.log),
    requestId: request.id,
  }));
  serveCspReports(http, (request) => ctxAt(request.reached, null, request.log));
  await http.after();
  refuseOthers();
  if (deps.disk !== null) await serveDisk(http, deps.disk);
  await servePages(http, deps.pages, (request, pathname) =>
    previewOf(pathname, async () => {
      await readFlags();
      return ctxAt(request.reached, null, request.log, reads);
    }),
  );
  http.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not_found', COMMON_PROBLEMS.not_found));

  // Streams never end by themselves: end them before waiting for requests.
  http.addHook('preClose', () => live.close());
  const jobCtx = async (): Promise<Ctx> => {
    await readFlags();
    return background();
  };
  return { http, ctx: background, jobCtx };
}
