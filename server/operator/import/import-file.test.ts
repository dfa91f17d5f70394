import { expect } from 'vitest';
import { checkMembers, importMembers } from '#shared/operator/import/contract-import.ts';
import { CONSOLE_LINES_MAX, FAULTS_SHOWN } from '#shared/operator/import/rules-file.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/rooms/import-file.ts';

const HEADER = 'name,email,zone,paid_through,credits';
const file = (...lines: readonly string[]) => [HEADER, ...lines, ''].join('\n');
const line = (email: string, more = 'UTC,2096-01-31,3') => `Ada,${email},${more}`;

const test = base
  .extend(
    'check',
    { scope: 'file' },
    ({ checkBy }) =>
      (csv: string) =>
        checkBy(checkMembers, csv),
  )
  .extend(
    'bring',
    { scope: 'file' },
    ({ importBy }) =>
      (csv: string) =>
        importBy(importMembers, csv),
  );

test('a file is checked without a change, then imported once, by whom the log says', async ({
  app,
  operator,
  check,
  bring,
  personOf,
}) => {
  const csv = `\uFEFF${file(line('one@file.test'), line('two@file.test', 'UTC,2001-01-31,0'))}`;
  const found = { members: 2, credits: 3, ended: 1 };
  expect(await check(csv)).toEqual({ found, faults: [], fault_count: 0 });
  expect(await personOf('one@file.test')).toBeUndefined();
  expect(await bring(csv)).toEqual(found);
  const person = await personOf('one@file.test');
  expect(await auditOf(app.db, 'person', person?.id ?? '')).toMatchObject([
    { operator_id: operator.id, what: 'person.imported' },
  ]);
  expect(await bring(csv)).toBe('422 invalid');
  expect(await check(csv)).toMatchObject({ fault_count: 2, faults: [{ line: 2 }, { line: 3 }] });
});

test('what is no such file, or too long, is said with its line', async ({ check, bring, personOf }) => {
  expect(await check('')).toMatchObject({ fault_count: 1, faults: [{ line: 1 }] });
  expect(await check(`${HEADER}\n"Ada,ada@file.test`)).toMatchObject({
    faults: [{ message: expect.stringMatching(/^This is no file of comma-separated values/) as string }],
  });
  expect(await bring('"')).toBe('422 invalid');
  const many = Array.from({ length: FAULTS_SHOWN + 5 }, (_, at) => line(`no address ${at}`));
  const wrong = await check(file(...many));
  expect([wrong.faults.length, wrong.fault_count]).toEqual([FAULTS_SHOWN, FAULTS_SHOWN + 5]);
  const most = Array.from({ length: CONSOLE_LINES_MAX + 1 }, (_, at) => line(`m${at}@file.test`));
  expect(await check(file(...most))).toMatchObject({ faults: [{ line: CONSOLE_LINES_MAX + 2 }] });
  expect(await bring(file(...most))).toBe('422 too_many');
  expect(await personOf('m1@file.test')).toBeUndefined();
});

test('of two imports of one file at once one counts; only operators import', async ({ app, bring }) => {
  const csv = file(line('race@file.test'), line('race2@file.test'));
  const done = await Promise.all([bring(csv), bring(csv)]);
  expect(done.filter((one) => typeof one === 'object')).toHaveLength(1);
  expect(['409 email_taken', '422 invalid']).toContain(done.find((one) => typeof one === 'string'));
  const body = { csv: file(line('late@file.test')) };
  expect((await app.call(importMembers, { body })).status).toBe(401);
  for (const role of ['client', 'partner', 'managed'] as const) {
    const person = await app.people.make(role);
    expect((await app.call(checkMembers, { body }, person)).status).toBe(403);
    expect((await app.call(importMembers, { body }, person)).status).toBe(403);
  }
});
