import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { logout } from '#shared/accounts/contract.ts';
import { getLimitations } from '#shared/content/contract.ts';
import { fillPath } from '#shared/lib/call.ts';
import type { Endpoint, Role } from '#shared/lib/endpoint.ts';
import { unsubscribe } from '#shared/notifications/contract.ts';
import { ENDPOINTS } from '../start/rooms.ts';
import { ACCESS_TABLE } from '#test/access/table.ts';
import type { AccessRow } from '#test/access/row.ts';
import { makeAccessFixtures } from '#test/access/fixtures.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/api/test.ts';

const ROLES: readonly Role[] = ['client', 'partner', 'operator', 'managed'];
const ORIGIN = {
  studio: 'http://localhost:4000',
  partners: 'http://localhost:4001',
  operator: 'http://localhost:4002',
};

/** Headers that another site's page sends. */
const FOREIGN: readonly (readonly [string, Record<string, string>])[] = [
  ['fetch from another site', { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }],
  ['fetch from a sandbox', { origin: 'null' }],
  ['fetch from a name that begins like ours', { origin: 'http://localhost:4000.elsewhere.test' }],
  ['fetch from another port', { origin: 'http://localhost:4003' }],
  ['fetch from our name over https', { origin: 'https://localhost:4000' }],
  ['a form without an origin', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['a form of a neighbouring subdomain', { 'sec-fetch-site': 'same-site' }],
];

const BOUNDARY = 'a-form';
/** Content types that a form can send without a preflight. */
const FORMS: readonly (readonly [string, (json: string) => string])[] = [
  ['text/plain', (json) => json],
  ['application/x-www-form-urlencoded', (json) => new URLSearchParams({ body: json }).toString()],
  [
    `multipart/form-data; boundary=${BOUNDARY}`,
    (json) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="body"\r\n\r\n${json}\r\n--${BOUNDARY}--\r\n`,
  ],
];
/** Calls that take forms: one-click unsubscribe (RFC 8058) and pictures. */
const takesForm = (endpoint: Endpoint, type: string): boolean =>
  (endpoint === unsubscribe && !type.startsWith('text')) ||
  (endpoint.upload !== undefined && type.startsWith('multipart'));

interface Call {
  readonly args: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: object };
  readonly as: TestPerson;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const codeOf = (answer: LightMyRequestResponse): unknown[] => [
  answer.statusCode,
  answer.body === '' ? null : answer.json().code,
];

const keyOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const changing = ACCESS_TABLE.filter(({ endpoint }) => endpoint.method !== 'GET').map(
  (row) => [keyOf(row.endpoint), row] as const,
);

const test = base
  .extend('fixtures', { scope: 'file' }, ({ app }) => makeAccessFixtures(app))
  /** The first allowed call of an endpoint in the access table. */
  .extend('firstOf', { scope: 'file' }, ({ fixtures }) => ({ endpoint, args }: AccessRow): Call => {
    const [role = 'client'] = typeof endpoint.who === 'string' ? ROLES : endpoint.who;
    return { args: args(fixtures), as: fixtures.stranger(role) };
  })
  /** Calls that succeed from our own pages: those of the access table, each by its owner. */
  .extend(
    'callsOf',
    { scope: 'file' },
    ({ fixtures, firstOf }) =>
      async (row: AccessRow): Promise<Call[]> => {
        const calls: Call[] = [firstOf(row)];
        for (const { make } of row.references) {
          const { foreign, ownCall = foreign, owner } = await make(fixtures);
          calls.push({ args: ownCall, as: owner });
        }
        return calls;
      },
  )
  .extend(
    'send',
    { scope: 'file' },
    ({ app }) =>
      (
        method: string,
        { path }: Endpoint,
        { args, as }: Call,
        more: { headers: Record<string, string>; payload?: string },
      ) => {
        const query = Object.entries(args.query ?? {}).map(([name, value]) => [name, String(value)]);
        return app.http.inject({
          method: method as 'POST',
          url: fillPath(path, args.params),
          query: Object.fromEntries(query) as Record<string, string>,
          ...more,
          headers: { host: new URL(ORIGIN[as.front]).host, cookie: as.cookie, ...more.headers },
        });
      },
  )
  /** The whole content of the database as one line. */
  .extend('everything', { scope: 'file' }, ({ app }) => async (): Promise<string> => {
    const { rows } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' or (schemaname = 'jobs' and tablename = 'job') order by 1`.execute(app.db);
    const parts = rows.map(
      ({ name }) =>
        sql`select ${name}::text as name, coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${sql.raw(name)} t`,
    );
    const sums = await app.db.transaction().execute(async (tx) => {
      // Starting parallel workers takes longer than reading such small tables.
      await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
      return sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(tx);
    });
    return sums.rows.map(({ name, sum }) => `${name} ${sum}`).join('\n');
  });

test('every state-changing call of the API is tried', () => {
  const all = ENDPOINTS.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET');
  expect(changing.map(([key]) => key).toSorted()).toEqual(all.map(keyOf).toSorted());
  expect(changing.length).toBeGreaterThan(40);
});

describe('what another site sends changes nothing', () => {
  test.for(changing)('%s', async ([, row], { callsOf, send, everything }) => {
    const { endpoint } = row;
    const calls = await callsOf(row);
    const before = await everything();
    const seen: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    for (const [n, call] of calls.entries()) {
      const payload = JSON.stringify(call.args.body ?? {});
      for (const [name, headers] of FOREIGN) {
        const sent = await send(endpoint.method, endpoint, call, {
          headers: { ...JSON_TYPE, ...headers },
          payload,
        });
        seen[`${n} ${name}`] = codeOf(sent);
        wanted[`${n} ${name}`] = [403, 'cross_site'];
      }
      for (const [type, encode] of FORMS) {
        const form = { 'content-type': type };
        const origin = 'https://elsewhere.test';
        const foreign = await send(endpoint.method, endpoint, call, {
          headers: { ...form, origin },
          payload: encode(payload),
        });
        seen[`${n} ${type} with its origin`] = codeOf(foreign);
        wanted[`${n} ${type} with its origin`] = [403, 'cross_site'];
        if (takesForm(endpoint, type)) continue;
        const bare = await send(endpoint.method, endpoint, call, { headers: form, payload: encode(payload) });
        seen[`${n} ${type}`] = codeOf(bare);
        wanted[`${n} ${type}`] = [415, 'unsupported_media_type'];
      }
    }
    expect(seen).toEqual(wanted);
    expect(await everything()).toBe(before);
  });
});

describe('asking a changing call by GET does nothing', () => {
  const read = new Set(
    ACCESS_TABLE.filter(({ endpoint }) => endpoint.method === 'GET').map(({ endpoint }) => endpoint.path),
  );
  const alone = changing.filter(([, { endpoint }]) => !read.has(endpoint.path));
  test.for(alone)('%s', async ([, row], { firstOf, send, everything }) => {
    const call = firstOf(row);
    const before = await everything();
    for (const method of ['GET', 'HEAD']) {
      const query = { ...call.args.query, ...call.args.body };
      const answer = await send(
        method,
        row.endpoint,
        { ...call, args: { ...call.args, query } },
        { headers: {} },
      );
      expect([404, 405]).toContain(answer.statusCode);
    }
    expect(await everything()).toBe(before);
  });
});

test.for(['GET', 'HEAD'])(
  'signing out by a %s of another site is refused',
  async (method, { app, send, everything }) => {
    const person = await app.people.make('client');
    const before = await everything();
    for (const [, headers] of FOREIGN) {
      const answer = await send(method, logout, { args: {}, as: person }, { headers });
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(await everything()).toBe(before);
    expect((await app.call(getLimitations, {}, person)).status).toBe(200);
    const own = await send(method, logout, { args: {}, as: person }, { headers: { origin: ORIGIN.studio } });
    expect(own.statusCode).toBe(200);
    expect(await everything()).not.toBe(before);
  },
);

test('another method cannot be put into a header or the address', async ({ app, send }) => {
  const person = await app.people.make('client');
  const headers = { 'x-http-method-override': 'POST', 'x-method-override': 'POST' };
  const [, row] = changing.find(([key]) => key.endsWith('/login-sessions/end')) ?? [];
  if (row === undefined) throw new Error('no row');
  const call = { args: { query: { _method: 'POST' } }, as: person };
  expect((await send('GET', row.endpoint, call, { headers })).statusCode).toBe(405);
});
