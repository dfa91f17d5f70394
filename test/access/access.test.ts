import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint, Role } from '../shared/lib/endpoint.ts';
import { ENDPOINTS } from './rooms.ts';
import { ACCESS_TABLE } from './test/access-table.ts';
import type { AccessRow, Things } from './test/access/row.ts';
import { makeThings } from './test/access/things.ts';
import { testApp, type TestApp } from './test/app.ts';
import type { TestPerson } from './test/people.ts';

const ROLES: readonly Role[] = ['client', 'partner', 'operator', 'managed'];

let api: TestApp;
let things: Things;

beforeAll(async () => {
  api = await testApp();
  things = await makeThings(api);
});
afterAll(() => api.close());

const keyOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const table = ACCESS_TABLE.map((row) => [keyOf(row.endpoint), row] as const);
const needsLogin = table.filter(([, { endpoint }]) => endpoint.who !== 'anyone');
const openTo = ({ who }: Endpoint): readonly Role[] =>
  typeof who === 'string' ? ROLES : ROLES.filter((role) => who.includes(role));
const call = (row: AccessRow, args: object, as: TestPerson | null) => api.call(row.endpoint, args, as);

/** The fields by which an endpoint's calls name something that belongs to somebody. */
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

test('every endpoint of the API is in the table once, and nothing else is', () => {
  const listed = table.map(([key]) => key);
  expect(listed.toSorted()).toEqual(ENDPOINTS.map(({ endpoint }) => keyOf(endpoint)).toSorted());
});

test.each(table)('%s: every field that names something of somebody has its call in the table', (_, row) => {
  const covered = new Set(row.names.map(({ field }) => field));
  expect([...covered].toSorted()).toEqual(fieldsThatName(row.endpoint).toSorted());
});

describe('not signed in', () => {
  test.each(needsLogin)('%s is refused', async (_, row) => {
    const { status, problem } = await call(row, row.args(things), null);
    expect([status, problem.code]).toEqual([401, 'not_signed_in']);
  });

  test.each(needsLogin)('%s is refused to a login session that nobody has', async (_, row) => {
    const nobody = { ...things.client, cookie: `${things.client.cookie}x` };
    const { status, problem } = await call(row, row.args(things), nobody);
    expect([status, problem.code]).toEqual([401, 'not_signed_in']);
  });

  test.each(table.filter(([, { endpoint }]) => endpoint.who === 'anyone'))('%s works', async (_, row) => {
    const { status, problem } = await call(row, row.args(things), null);
    expect(status).toBeLessThan(500);
    expect(['not_signed_in', 'wrong_role', 'malformed']).not.toContain(problem.code);
  });
});

describe('the wrong role', () => {
  const cases = table.flatMap(([key, row]) =>
    ROLES.filter((role) => !openTo(row.endpoint).includes(role)).map((role) => [key, role, row] as const),
  );
  test.each(cases)('%s as %s is refused', async (_, role, row) => {
    const { status, problem } = await call(row, row.args(things), things.stranger(role));
    expect([status, problem.code]).toEqual([403, 'wrong_role']);
  });
});

describe('the right role', () => {
  const cases = table.flatMap(([key, row]) => openTo(row.endpoint).map((role) => [key, role, row] as const));
  test.each(cases)('%s as %s gets past the door', async (_, role, row) => {
    // A person of their own: one of the calls ends the login session.
    const { status, problem } = await call(row, row.args(things), await api.people.make(role));
    expect(status).toBeLessThan(500);
    expect(['not_signed_in', 'wrong_role', 'malformed', 'cross_site']).not.toContain(problem.code);
  });
});

describe("somebody else's is as if it were not there", () => {
  const cases = table.flatMap(([key, row]) =>
    row.names.map(({ field, make }, n) => [key, field, n + 1, row, make] as const),
  );
  test.each(cases)('%s by its %s (%i)', async (_, __, ___, row, make) => {
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

test.each(table.filter(([, { endpoint }]) => endpoint.method !== 'GET'))(
  '%s from another site is refused, whoever it comes from',
  async (_, row) => {
    const [role = 'client'] = openTo(row.endpoint);
    const args = { ...row.args(things), headers: { origin: 'https://elsewhere.test' } };
    const { status, problem } = await call(row, args, things.stranger(role));
    expect([status, problem.code]).toEqual([403, 'cross_site']);
  },
);
