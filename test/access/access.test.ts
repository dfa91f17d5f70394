import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { fillPath } from '#shared/lib/call.ts';
import type { Endpoint } from '#shared/lib/endpoint.ts';
import { getFaqs } from '#shared/content/contract-documents.ts';
import { archive } from '#shared/files/contract.ts';
import { openUnsubscribe } from '#shared/notifications/contract.ts';
import { ENDPOINTS } from '#server/start/rooms.ts';
import { callName, ROLES, rolesOf, statusesOf } from './documented.ts';
import { ACCESS_TABLE } from './table.ts';
import type { AccessRow } from './row.ts';
import { makeAccessFixtures } from './fixtures.ts';
import type { TestPerson } from '../api/people.ts';
import { test as base } from '#test/api/test.ts';

const table = ACCESS_TABLE.map((row) => [callName(row.endpoint), row] as const);
const needsLogin = table.filter(([, { endpoint }]) => endpoint.who !== 'anyone');

/** Fields by which an endpoint's calls name a record of somebody. */
function idFields({ params, query, body, path }: Endpoint): string[] {
  const fields = [params, query, body].flatMap((schema) => {
    if (schema === undefined) return [];
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return Object.keys(properties);
  });
  const names = fields.filter((field) =>
    /^(session|thread|track|file|message|lot|referral|waiting)_?id$/i.test(field),
  );
  if (path.startsWith('/api/v2/waiting/')) return fields.filter((field) => field.endsWith('_id'));
  return /^\/api\/(sessions|v2\/musicians\/(samples|calendars))\/:id/.test(path) ? [...names, 'id'] : names;
}

const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('fixtures', { scope: 'file' }, ({ app }) => makeAccessFixtures(app))
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
  expect(listed.toSorted()).toEqual(ENDPOINTS.map(({ endpoint }) => callName(endpoint)).toSorted());
});

test.each(table)('%s: every field that names something of somebody has its call in the table', (_, row) => {
  const covered = new Set(row.references.map(({ field }) => field));
  expect([...covered].toSorted()).toEqual(idFields(row.endpoint).toSorted());
});

describe('not signed in', () => {
  test.for(needsLogin)('%s is refused', async ([, row], { fixtures, call }) => {
    const { status, problem } = await call(row, row.args(fixtures), null);
    expect([status, problem.code]).toEqual([401, 'not_signed_in']);
  });

  test.for(needsLogin)(
    '%s is refused to a login session that nobody has',
    async ([, row], { fixtures, call }) => {
      const invalid = { ...fixtures.client, cookie: `${fixtures.client.cookie}x` };
      const { status, problem } = await call(row, row.args(fixtures), invalid);
      expect([status, problem.code]).toEqual([401, 'not_signed_in']);
    },
  );

  test.for(table.filter(([, { endpoint }]) => endpoint.who === 'anyone'))(
    '%s works',
    async ([, row], { fixtures, call }) => {
      const { status, problem } = await call(row, row.args(fixtures), null);
      expect(status).toBeLessThan(500);
      expect(['not_signed_in', 'wrong_role', 'malformed']).not.toContain(problem.code);
    },
  );
});

describe('the wrong role', () => {
  const cases = table.flatMap(([key, row]) =>
    ROLES.filter((role) => !rolesOf(row.endpoint).includes(role)).map((role) => [key, role, row] as const),
  );
  test.for(cases)('%s as %s is refused', async ([, role, row], { fixtures, call }) => {
    const { status, problem } = await call(row, row.args(fixtures), fixtures.stranger(role));
    expect([status, problem.code]).toEqual([403, 'wrong_role']);
  });
});

describe('the right role', () => {
  const cases = table.flatMap(([key, row]) => rolesOf(row.endpoint).map((role) => [key, role, row] as const));
  test.for(cases)('%s as %s is let through', async ([, role, row], { app, fixtures, call }) => {
    // A separate person: one of the calls ends the login session.
    const { status, problem } = await call(row, row.args(fixtures), await app.people.make(role));
    expect(status).toBeLessThan(500);
    expect(['not_signed_in', 'wrong_role', 'malformed', 'cross_site']).not.toContain(problem.code);
  });
});

describe("somebody else's is as if it were not there", () => {
  const cases = table.flatMap(([key, row]) =>
    row.references.map(({ field, make }, n) => [key, field, n + 1, row, make] as const),
  );
  test.for(cases)('%s by its %s (%i)', async ([, , , row, make], { fixtures, call }) => {
    const { endpoint } = row;
    const reference = await make(fixtures);
    const { owner, ownCall = reference.foreign, status = endpoint.status ?? 200 } = reference;
    const outsiders = reference.callers ?? rolesOf(endpoint).map(fixtures.stranger);
    expect(outsiders).not.toHaveLength(0);
    for (const person of outsiders) {
      const unknown = await call(row, reference.unknown, person);
      const foreign = await call(row, reference.foreign, person);
      expect([foreign.status, foreign.problem.code]).toEqual([404, 'not_found']);
      expect(foreign.problem).toEqual(unknown.problem);
    }
    expect((await call(row, ownCall, owner)).status).toBe(status);
  });
});

test.for(table.filter(([, { endpoint }]) => endpoint.method !== 'GET'))(
  '%s takes no text/plain, and its description says so',
  async ([, { endpoint, args }], { app, fixtures }) => {
    const { params } = args(fixtures) as { params?: Record<string, unknown> };
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
  async ([, row], { fixtures, call }) => {
    const [role = 'client'] = rolesOf(row.endpoint);
    const args = { ...row.args(fixtures), headers: { origin: 'https://elsewhere.test' } };
    const { status, problem } = await call(row, args, fixtures.stranger(role));
    expect([status, problem.code]).toEqual([403, 'cross_site']);
  },
);
