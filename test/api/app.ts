import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import type { Front } from '../../shared/lib/wire.ts';
import { fillPath, type ArgsOf, type Endpoint, type ReadOf } from '../../shared/lib/endpoint.ts';
import type { Problem } from '../../shared/lib/problem.ts';
import { buildApp, type App } from '../app.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { testDatabase } from '../db/test-database.ts';
import { fixedClock, type FixedClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { readSettings } from '../settings.ts';
import { openStorage } from '../files/open.ts';
import { peopleFactory, type People, type TestPerson } from './people.ts';

/** When every test begins, unless it moves its clock: a Saturday. */
export const START = '2026-11-21T12:00:00Z';

/** An answer as a test reads it; `problem` is set for refusals. */
export interface Answer<E extends Endpoint> {
  readonly status: number;
  readonly body: ReadOf<E>;
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** The whole application on a database of its own, with a standing clock and queues that run when told. */
export interface TestApp {
  readonly app: App;
  /** The database's connection string. */
  readonly url: string;
  readonly db: Database;
  readonly clock: FixedClock;
  readonly people: People;
  /** Calls an endpoint over HTTP, as somebody or as nobody. */
  call<E extends Endpoint>(
    endpoint: E,
    args: ArgsOf<E> & { readonly headers?: Record<string, string> },
    as?: TestPerson | null,
  ): Promise<Answer<E>>;
  close(): Promise<void>;
}

/**
 * Starts the application for a test file; close it in afterAll. `more` are settings as in the environment, a log, and the database of
 * another one, beside which it then runs.
 */
export async function testApp(
  start: string = START,
  more: { readonly env?: Readonly<Record<string, string>>; readonly log?: Log; readonly url?: string } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'talkback-test-'));
  const database = more.url === undefined ? await testDatabase() : { url: more.url, drop: async () => {} };
  const settings = readSettings({ DATA_DIR: dataDir, PORT: '4000', ...more.env });
  const clock = fixedClock(start);
  // Many at once on a busy machine wait long for a connection; that this becomes a 503 is the test of server/lib/away.test.ts.
  const db = openDatabase(database.url, { max: 10, waitMs: 60_000 });
  const log = more.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const secrets = {
    storageKeyId: 'test-key-of-storage',
    storageSecret: 'a secret that is only used in tests',
  };
  const { storage, disk } = await openStorage({ settings, secrets, clock, log });
  await storage.prepare();
  const app = await buildApp({
    settings,
    db,
    target: database.url,
    clock,
    log,
    storage,
    disk,
    pages: { kind: 'none' },
    queues: 'manual',
  });
  await app.http.ready();
  return {
    app,
    url: database.url,
    db,
    clock,
    people: peopleFactory(db, clock),
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
      const json: unknown = answer.body === '' ? {} : JSON.parse(answer.body);
      return {
        status: answer.statusCode,
        body: json as never,
        problem: json as Problem,
        headers: answer.headers,
      };
    },
    async close() {
      await app.close();
      await db.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The answer of a stream that has no end: its status and headers, or the whole of a refusal. */
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
