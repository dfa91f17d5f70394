import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import type { Front } from '#shared/lib/wire.ts';
import { fillPath } from '#shared/lib/call.ts';
import type { ArgsOf, Endpoint, ReadOf } from '#shared/lib/endpoint.ts';
import type { Problem } from '#shared/lib/problem.ts';
import { buildApp, type App } from '#server/start/app.ts';
import { JOB_LIMITS, openDatabase, type Database, type Limits } from '#server/db/database.ts';
import { testDatabase } from './database.ts';
import { fixedClock, type FixedClock } from './fixed-clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { Observer } from '#server/lib/observer.ts';
import type { Tracer } from '#server/lib/tracing/span.ts';
import { readSettings } from '#server/start/settings.ts';
import { openStorage } from '#server/storage/open.ts';
import { NO_PAYMENTS, type Payments } from '#server/ctx/payments.ts';
import type { Sandbox } from '../../sandbox/main.ts';
import { startPayments, type Between, type TestPayments } from './payments.ts';
import { peopleFactory, type People, type TestPerson } from './people.ts';

/** Token of the pages below /dev in tests. */
export const DEV_TOKEN = 'a-token-that-is-only-used-in-tests-of-dev';

/** Time at the start of every test: a Saturday. */
export const START = '2026-11-21T12:00:00Z';

/** A response; `problem` is set for refusals. */
export interface Answer<E extends Endpoint> {
  readonly status: number;
  readonly body: ReadOf<E>;
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** How a test's application differs from the default. */
export interface TestOptions {
  /** Initial time of its clock, as an ISO instant. */
  readonly start?: string;
  /** Environment settings. */
  readonly env?: Readonly<Record<string, string>>;
  readonly log?: Log;
  /** Another application's database, which both then share. */
  readonly url?: string;
  /** Another application's clock; with `env.DATA_DIR` both share files, too. */
  readonly clock?: FixedClock;
  /** A sandbox that the caller has started and closes. */
  readonly payments?: TestPayments;
  /** Runs the queues. */
  readonly queues?: 'work';
  readonly limits?: Limits;
  /** Of its pool; 10 by default. */
  readonly connections?: number;
  /** Pays in a sandbox of its own. */
  readonly sandbox?: true;
  /** With `sandbox`: what its calls go through. */
  readonly between?: Between;
  readonly observer?: Observer;
  readonly tracer?: Tracer;
}

/** The application on its own database, with a manual clock and manual queues. */
export interface TestApp extends Omit<App, 'close'> {
  /** Initial time of its clock. */
  readonly start: Temporal.Instant;
  /** The database's connection string. */
  readonly url: string;
  readonly db: Database;
  readonly clock: FixedClock;
  readonly people: People;
  readonly payments: Payments;
  /** null without the option `sandbox`; most tests use the fixture of test/api/test.ts. */
  readonly sandbox: Sandbox | null;
  /** Calls an endpoint over HTTP, signed in or not. */
  call<E extends Endpoint>(
    endpoint: E,
    args: ArgsOf<E> & { readonly headers?: Record<string, string> },
    as?: TestPerson | null,
  ): Promise<Answer<E>>;
  close(): Promise<void>;
}

/** Starts an application; the caller closes it. Most tests use the fixture `app` of test/api/test.ts. */
export async function testApp(start: string = START, more: TestOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'talkback-test-'));
  const database = more.url === undefined ? await testDatabase() : { url: more.url, drop: async () => {} };
  const settings = readSettings({ DATA_DIR: dataDir, PORT: '4000', ...more.env });
  const clock = more.clock ?? fixedClock(start);
  // Generous, for busy machines; server/http/away.test.ts covers the 503.
  const db = openDatabase(database.url, { max: more.connections ?? 10, limits: more.limits ?? JOB_LIMITS });
  const log = more.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const secrets = {
    storageKeyId: 'test-key-of-storage',
    storageSecret: 'a secret that is only used in tests',
    devToken: DEV_TOKEN,
  };
  const { storage, disk } = await openStorage({ settings, secrets, clock, log });
  await storage.prepare();
  const own = more.sandbox === true ? await startPayments(database.url, clock, more.between) : null;
  const paid = own ?? more.payments;
  const payments = paid?.payments ?? NO_PAYMENTS;
  const app = await buildApp({
    settings,
    payments,
    db,
    target: database.url,
    clock,
    log,
    storage,
    disk,
    devToken: DEV_TOKEN,
    pages: { kind: 'none' },
    queues: more.queues ?? 'manual',
    observer: more.observer,
    tracer: more.tracer,
  });
  await app.http.ready();
  paid?.serve(app.http);
  return {
    http: app.http,
    queues: app.queues,
    ctx: app.ctx,
    streams: app.streams,
    url: database.url,
    db,
    clock,
    start: clock.instant,
    people: peopleFactory(db, clock),
    payments,
    sandbox: paid?.sandbox ?? null,
    async call(endpoint, args, as = null) {
      const { params, query, body, headers } = args as {
        params?: Record<string, unknown>;
        query?: Record<string, unknown>;
        body?: object;
        headers?: Record<string, string>;
      };
      const front: Front = as?.front ?? 'studio';
      const origin = settings.origins[front].canonical;
      const asked = {
        method: endpoint.method,
        url: fillPath(endpoint.path, params),
        query: stringQuery(query),
        headers: {
          host: new URL(origin).host,
          origin,
          ...(as === null ? {} : { cookie: as.cookie }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body }),
      };
      const endless = endpoint.stream === 'text/event-stream';
      const answer = await (endless ? beginning(app.http, asked) : app.http.inject(asked));
      const isJson = /json/.test(String(answer.headers['content-type']));
      const json: unknown = isJson && answer.body !== '' ? JSON.parse(answer.body) : {};
      return {
        status: answer.statusCode,
        body: json as never,
        problem: json as Problem,
        headers: answer.headers,
      };
    },
    async close() {
      await app.close();
      await own?.close();
      await db.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Response of an endless stream: status and headers, or a whole refusal. */
async function beginning(http: FastifyInstance, asked: InjectOptions) {
  const { statusCode, headers, ...answer } = await http.inject({ ...asked, payloadAsStream: true });
  const stream = answer.stream();
  if (statusCode !== 200) return { statusCode, headers, body: await text(stream) };
  stream.destroy();
  return { statusCode, headers, body: '' };
}

function stringQuery(query: Record<string, unknown> = {}): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Makes a test application listen; returns its port. */
export async function portOf({ http }: Pick<TestApp, 'http'>): Promise<number> {
  if (!http.server.listening) await http.listen({ host: '127.0.0.1', port: 0 });
  return (http.server.address() as AddressInfo).port;
}
