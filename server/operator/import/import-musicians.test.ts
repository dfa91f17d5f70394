import { expect } from 'vitest';
import { checkMusicians, importMusicians } from '#shared/operator/import/contract-import.ts';
import { getMusician } from '#shared/operator/musicians/contract-musician.ts';
import { stopService } from '#shared/operator/content/contract-services.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/rooms/import-file.ts';

const file = (...lines: readonly string[]) =>
  ['name,email,zone,slug,title,services,instruments', ...lines, ''].join('\n');
const RAFA = 'Rafa Lima,rafa@file.test,Europe/Lisbon,rafa-lima,Drummer,recording;consultation,drums';

const test = base
  .extend(
    'check',
    { scope: 'file' },
    ({ checkBy }) =>
      (csv: string) =>
        checkBy(checkMusicians, csv),
  )
  .extend(
    'bring',
    { scope: 'file' },
    ({ importBy }) =>
      (csv: string) =>
        importBy(importMusicians, csv),
  );

test('a file is checked without a change, then each has an account and a page that nobody sees yet', async ({
  app,
  operator,
  check,
  bring,
  personOf,
}) => {
  const csv = file(RAFA, 'Imre Ital,imre@file.test,UTC,imre,Bassist,,');
  expect(await check(csv)).toEqual({ found: { musicians: 2 }, faults: [], fault_count: 0 });
  expect(await personOf('rafa@file.test')).toBeUndefined();
  expect(await bring(csv)).toEqual({ musicians: 2 });
  const person = await personOf('rafa@file.test');
  expect(person?.role).toBe('partner');
  const { body } = await app.call(getMusician, { params: { id: person?.id ?? '' } }, operator);
  expect(body).toMatchObject({ musician: { slug: 'rafa-lima', timezone: 'Europe/Lisbon' } });
  expect(body.services.map(({ value }) => value).toSorted()).toEqual(['consultation', 'recording']);
  expect(await auditOf(app.db, 'person', person?.id ?? '')).toMatchObject([
    { operator_id: operator.id, what: 'person.imported', after: { musician: { slug: 'rafa-lima' } } },
  ]);
  await app.queues.drain();
  const mailed = await app.db
    .selectFrom('email_log as l')
    .innerJoin('people as p', 'p.id', 'l.person_id')
    .select('p.email')
    .where('l.template', '=', 'choose-password')
    .where('l.sent_at', 'is not', null)
    .orderBy('p.email')
    .execute();
  expect(mailed.map(({ email }) => email)).toEqual(['imre@file.test', 'rafa@file.test']);
});

test('what is taken or unknown is named with its line, and one mistake keeps all out', async ({
  app,
  operator,
  studio,
  check,
  bring,
  personOf,
}) => {
  const good = 'Good One,good@file.test,UTC,good-one,Singer,,';
  const csv = file(
    good,
    'Rafa Two,rafa2@file.test,UTC,rafa-lima,Drummer,juggling,drums',
    'Rafa Three,rafa@file.test,UTC,rafa-3,Drummer,,kazoo',
  );
  expect((await check(csv)).faults).toEqual([
    { line: 3, message: 'slug: Another musician has it.' },
    { line: 3, message: 'services: There is no "juggling".' },
    { line: 4, message: 'email: This address has an account already.' },
    { line: 4, message: 'instruments: There is no "kazoo".' },
  ]);
  expect(await bring(csv)).toBe('422 invalid');
  expect(await personOf('good@file.test')).toBeUndefined();
  await app.call(stopService, { params: { id: studio.service('mixing') } }, operator);
  expect((await check(file('Mia Mix,mia@file.test,UTC,mia,Mixer,mixing,'))).faults).toEqual([
    { line: 2, message: 'services: There is no "mixing".' },
  ]);
});

test('of two imports of one file at once one counts; only operators import', async ({ app, bring }) => {
  const csv = file(
    'Race One,race@file.test,UTC,race-one,Singer,,',
    'Race Two,race2@file.test,UTC,race-two,Singer,,',
  );
  const done = await Promise.all([bring(csv), bring(csv)]);
  expect(done.filter((one) => typeof one === 'object')).toHaveLength(1);
  expect(['409 email_taken', '409 slug_taken', '422 invalid']).toContain(
    done.find((one) => typeof one === 'string'),
  );
  const body = { csv: file('Late One,late@file.test,UTC,late-one,Singer,,') };
  expect((await app.call(importMusicians, { body })).status).toBe(401);
  for (const role of ['client', 'partner', 'managed'] as const) {
    const person = await app.people.make(role);
    expect((await app.call(checkMusicians, { body }, person)).status).toBe(403);
    expect((await app.call(importMusicians, { body }, person)).status).toBe(403);
  }
});
