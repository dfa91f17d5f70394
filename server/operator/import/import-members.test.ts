import { expect } from 'vitest';
import type { FileLine } from '#shared/operator/import/rules-file.ts';
import { checkMembers, importMembers } from '../service.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/api/test.ts';
import { creditsOf } from '#test/rooms/store.ts';

const HEADER = ['name', 'email', 'zone', 'paid_through', 'credits'];
const test = base.extend(
  'personOf',
  { scope: 'file' },
  ({ app }) =>
    (email: string) =>
      app.db
        .selectFrom('people as p')
        .innerJoin('memberships as m', 'm.person_id', 'p.id')
        .select(['p.id', 'p.name', 'p.role', 'p.zone', 'm.status', 'm.next_billing_at'])
        .where('p.email', '=', email)
        .executeTakeFirst(),
);

const linesOf = (...rows: readonly (readonly string[])[]): FileLine[] =>
  [HEADER, ...rows].map((cells, at) => ({ line: at + 1, cells }));

test('a file of members: accounts until their paid-through day, with credits, all or none', async ({
  app,
  personOf,
}) => {
  const ada = ['Ada Lovelace', 'Ada@import.test', 'Europe/Lisbon', '2096-01-31', '7'];
  const eve = ['Eve', 'eve@import.test', 'UTC', '2001-01-31', '0'];
  const lines = linesOf(ada, eve);
  const found = { members: 2, credits: 7, ended: 1 };
  expect(await checkMembers(app.ctx(), lines)).toEqual({ faults: [], found });
  expect(await personOf('ada@import.test'), 'a look changes nothing').toBeUndefined();

  const wrong = linesOf(ada, [...eve.slice(0, 4), 'many']);
  expect(await importMembers(app.ctx(), wrong)).toMatchObject({ ok: false, reason: 'invalid' });
  expect(await personOf('ada@import.test'), 'all or none').toBeUndefined();

  expect(await importMembers(app.ctx(), lines)).toEqual({ ok: true, value: found });
  const person = await personOf('ada@import.test');
  expect(person).toMatchObject({
    name: 'Ada Lovelace',
    role: 'client',
    zone: 'Europe/Lisbon',
    status: 'wix-user',
  });
  expect(person?.next_billing_at?.toString()).toBe('2096-02-01T00:00:00Z');
  expect(await creditsOf(app, person?.id ?? '')).toEqual({ operator: 7 });
  expect(await auditOf(app.db, 'person', person?.id ?? '')).toMatchObject([
    { what: 'person.imported', after: { zone: 'Europe/Lisbon', credits: 7 } },
  ]);
  const again = await checkMembers(app.ctx(), lines);
  expect(again.faults).toEqual([
    { line: 2, message: 'email: This address has an account already.' },
    { line: 3, message: 'email: This address has an account already.' },
  ]);
  expect(await importMembers(app.ctx(), lines)).toMatchObject({ ok: false, reason: 'invalid' });
});
