import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { fillPath } from '#shared/lib/call.ts';
import type { Endpoint, Role } from '#shared/lib/endpoint.ts';
import { openApi } from '#server/http/openapi.ts';
import { getFaqs } from '#shared/content/contract-documents.ts';
import { archive } from '#shared/files/contract.ts';
import { openUnsubscribe } from '#shared/notifications/contract.ts';
import { ENDPOINTS } from '#server/start/rooms.ts';
import { ACCESS_TABLE } from './table.ts';
import type { AccessRow } from './row.ts';
import { makeThings } from './things.ts';
import type { TestPerson } from '../api/people.ts';
import { test as base } from '#test/api/test.ts';

const ROLES: readonly Role[] = ['client', 'partner', 'operator', 'managed'];

const keyOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const table = ACCESS_TABLE.map((row) => [keyOf(row.endpoint), row] as const);
const needsLogin = table.filter(([, { endpoint }]) => endpoint.who !== 'anyone');
const openTo = ({ who }: Endpoint): readonly Role[] =>
  typeof who === 'string' ? ROLES : ROLES.filter((role) => who.includes(role));

type Described = Record<string, { responses: Record<string, unknown> }>;
const described = openApi(
  'Talkback',
  ENDPOINTS.map(({ endpoint }) => endpoint),
  'talkback_studio',
)['paths'] as Record<string, Described>;
/** Statuses of a call in the OpenAPI document. */
const statusesOf = ({ method, path }: Endpoint): string[] =>
  Object.keys(described[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {});

/** Fields by which an endpoint's calls name somebody's things. */
function fieldsThatName({ params, query, body, path }: Endpoint): string[] {
  const fields = [params, query, body].flatMap((schema) => {
    if (schema === undefined) return [];
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return Object.keys(properties);
  });
  const names = fields.filter((field) =>
    /^(session|thread|track|file|message|lot|referral)_?id$/i.test(field),
  );
  return path.startsWith('/api/sessions/:id') ? [...names, 'id'] : names;
}

const test = base
  .extend('things', { scope: 'file' }, ({ app }) => makeThings(app))
  /** Calls it; the response must be in the OpenAPI document. */
  .extend(
    'call',
    { scope: 'file' },
    ({ app }) =>
      async ({ endpoint }: AccessRow, args: object, as: TestPerson | null) => {
        const answer = await app.call(endpoint, args, as);
        expect(statusesOf(endpoint)).toContain(String(answer.status));
        return answer;
      },
  );

test('every endpoint of the API is in the table once, and nothing else is', () => {
  const listed = table.map(([key]) => key);
  expect(listed.toSorted()).toEqual(ENDPOINTS.map(({ endpoint }) => keyOf(endpoint)).toSorted());
});

test.each(table)('%s: every field that names something of somebody has its call in the table', (_, row) => {
  const covered = new Set(row.names.map(({ field }) => field));
  expect([...covered].toSorted()).toEqual(fieldsThatName(row.endpoint).toSorted());
});

describe('not signed in', () => {
  test.for(needsLogin)('%s is refused', async ([, row], { things, call }) => {
    const { status, problem } = await call(row, row.args(things), null);
    expect([status, problem.code]).toEqual([401, 'not_signed_in']);
  });

  test.for(needsLogin)(
    '%s is refused to a login session that nobody has',
    async ([, row], { things, call }) => {
      const nobody = { ...things.client, cookie: `${things.client.cookie}x` };
      const { status, problem } = await call(row, row.args(things), nobody);
      expect([status, problem.code]).toEqual([401, 'not_signed_in']);
    },
  );

  test.for(table.filter(([, { endpoint }]) => endpoint.who === 'anyone'))(
    '%s works',
    async ([, row], { things, call }) => {
      const { status, problem } = await call(row, row.args(things), null);
      expect(status).toBeLessThan(500);
      expect(['not_signed_in', 'wrong_role', 'malformed']).not.toContain(problem.code);
    },
  );
});

describe('the wrong role', () => {
  const cases = table.flatMap(([key, row]) =>
    ROLES.filter((role) => !openTo(row.endpoint).includes(role)).map((role) => [key, role, row] as const),
  );
  test.for(cases)('%s as %s is refused', async ([, role, row], { things, call }) => {
    const { status, problem } = await call(row, row.args(things), things.stranger(role));
    expect([status, problem.code]).toEqual([403, 'wrong_role']);
  });
});

describe('the right role', () => {
  const cases = table.flatMap(([key, row]) => openTo(row.endpoint).map((role) => [key, role, row] as const));
  test.for(cases)('%s as %s gets past the door', async ([, role, row], { app, things, call }) => {
    // A separate person: one of the calls ends the login session.
    const { status, problem } = await call(row, row.args(things), await app.people.make(role));
    expect(status).toBeLessThan(500);
    expect(['not_signed_in', 'wrong_role', 'malformed', 'cross_site']).not.toContain(problem.code);
  });
});

describe("somebody else's is as if it were not there", () => {
  const cases = table.flatMap(([key, row]) =>
    row.names.map(({ field, make }, n) => [key, field, n + 1, row, make] as const),
  );
  test.for(cases)('%s by its %s (%i)', async ([, , , row, make], { things, call }) => {
    const { endpoint } = row;
    const { nobodys, theirs, owner, own = theirs, answers = endpoint.status ?? 200, by } = await make(things);
    const asking = by ?? openTo(endpoint).map(things.stranger);
    expect(asking).not.toHaveLength(0);
    for (const person of asking) {
      const [unknown, foreign] = [await call(row, nobodys, person), await call(row, theirs, person)];
      expect([foreign.status, foreign.problem.code]).toEqual([404, 'not_found']);
      expect(foreign.problem).toEqual(unknown.problem);
    }
    expect((await call(row, own, owner)).status).toBe(answers);
  });
});

test.for(table.filter(([, { endpoint }]) => endpoint.method !== 'GET'))(
  '%s takes no text/plain, and its description says so',
  async ([, { endpoint, args }], { app, things }) => {
    const { params } = args(things) as { params?: Record<string, unknown> };
    const { statusCode } = await app.http.inject({
      method: endpoint.method,
      url: fillPath(endpoint.path, params),
      headers: { host: 'localhost:4000', 'content-type': 'text/plain' },
      payload: '{}',
    });
    expect([statusCode, statusesOf(endpoint).includes('415')]).toEqual([415, true]);
  },
);

test('the description knows where a link leads on, parts of an archive and what has not changed', () => {
  expect(statusesOf(openUnsubscribe)).toContain('302');
  expect(statusesOf(openUnsubscribe)).not.toContain('200');
  expect(statusesOf(archive)).toEqual(expect.arrayContaining(['200', '206', '416']));
  expect(statusesOf(getFaqs)).toContain('304');
});

test.for(table.filter(([, { endpoint }]) => endpoint.method !== 'GET'))(
  '%s from another site is refused, whoever it comes from',
  async ([, row], { things, call }) => {
    const [role = 'client'] = openTo(row.endpoint);
    const args = { ...row.args(things), headers: { origin: 'https://elsewhere.test' } };
    const { status, problem } = await call(row, args, things.stranger(role));
    expect([status, problem.code]).toEqual([403, 'cross_site']);
  },
);
