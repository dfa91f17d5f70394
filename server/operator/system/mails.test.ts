import { expect } from 'vitest';
import * as contract from '#shared/operator/system/contract-mails.ts';
import { newId } from '../../lib/ids.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base, type MailToSend } from '#test/rooms/system.ts';
import { auditOf } from '#test/rooms/audit.ts';
import type { TestOptions } from '#test/api/app.ts';

const VERBS = { readMail: contract.readMail, sendMailAgain: contract.sendMailAgain };

/** Mails stay in the outbox. */
const test = base
  .extend('options', { scope: 'file' }, (): TestOptions => ({}))
  .extend('list', { scope: 'file' }, ({ app, operator }) => async (query: object = {}) => {
    const { status, body } = await app.call(contract.listMails, { query }, operator);
    expect(status).toBe(200);
    return body;
  })
  .extend(
    'call',
    { scope: 'file' },
    ({ app, operator }) =>
      async (verb: 'readMail' | 'sendMailAgain', id: string) => {
        const { status, problem, body } = await app.call(VERBS[verb], { params: { id } }, operator);
        return status === 200 ? body : `${status} ${problem.code}`;
      },
  )
  .extend('welcomed', { scope: 'file' }, ({ app, enqueueMail }) => async (name: string) => {
    const person = await app.people.make('client', { name });
    await enqueueMail({ template: 'welcome', about: person.id });
    await app.queues.drain();
    return person;
  });

test('mails are listed by when they were enqueued, filtered by person, address, state and kind', async ({
  app,
  clock,
  enqueueMail,
  welcomed,
  list,
}) => {
  const ada = await welcomed('Ada');
  clock.instant = clock.instant.add({ minutes: 1 });
  const ben = await welcomed('Ben');
  await enqueueMail({ template: 'reset-password', about: ben.id });
  await app.queues.drain();
  const { mails, next } = await list();
  expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual([
    ['reset-password', ben.email],
    ['welcome', ben.email],
    ['welcome', ada.email],
  ]);
  expect(next).toBeNull();
  expect(mails[2]).toMatchObject({
    state: 'sent',
    person: { id: ada.id, name: 'Ada' },
    failure: null,
    is_readable: true,
    queued_at: app.start.toString(),
    sent_at: app.start.toString(),
  });
  expect(mails[0]?.is_readable, 'a link that signs in').toBe(false);
  const found = async (query: object) => (await list(query)).mails.map(({ template }) => template);
  expect(await found({ person: ben.id })).toEqual(['reset-password', 'welcome']);
  expect(await found({ person: ben.id, template: 'welcome' })).toEqual(['welcome']);
  expect(await found({ to: ada.email.toUpperCase() })).toEqual(['welcome']);
  expect(await found({ state: 'failed' })).toEqual([]);
  expect((await found({ state: 'sent' })).length).toBe(3);
  expect(await found({ after: mails[1]?.id })).toEqual(['welcome']);
  expect((await list({ person: ben.id })).person).toEqual({ id: ben.id, name: 'Ben' });
  expect((await list({ person: newId() })).person).toBeNull();
});

test('what is malformed is refused', async ({ app, operator }) => {
  const status = async (query: object) => (await app.call(contract.listMails, { query }, operator)).status;
  expect(await status({ state: 'lost' })).toBe(400);
  expect(await status({ person: 'ada' })).toBe(400);
  expect((await app.call(contract.readMail, { params: { id: 'x' } }, operator)).status).toBe(400);
});

test('a kept mail is read as it was sent, and each reading is in the audit log', async ({
  app,
  operator,
  welcomed,
  list,
  call,
}) => {
  const person = await welcomed('Cleo');
  const [mail] = (await list({ person: person.id })).mails;
  expect(await call('readMail', mail?.id ?? '')).toMatchObject({
    to: person.email,
    subject: expect.stringMatching(/^Welcome to /),
    text: expect.stringContaining('Hi Cleo,'),
    attachments: [],
  });
  expect(await auditOf(app.db, 'mail', mail?.id ?? '')).toEqual([
    {
      operator_id: operator.id,
      what: 'mail.read',
      person_id: person.id,
      reason: null,
      before: null,
      after: { template: 'welcome' },
    },
  ]);
});

test('a mail that signs in as its reader is read by nobody, and nothing is audited', async ({
  app,
  enqueueMail,
  list,
  call,
}) => {
  const person = await app.people.make('client');
  for (const template of ['reset-password', 'sign-in-link', 'confirm-email', 'choose-password'] as const)
    await enqueueMail({ template, about: person.id });
  await app.queues.drain();
  const { mails } = await list({ person: person.id });
  expect(mails).toHaveLength(4);
  for (const { id } of mails) {
    expect(await call('readMail', id)).toBe('403 signs_in');
    expect(await auditOf(app.db, 'mail', id)).toEqual([]);
  }
  expect(await call('readMail', newId())).toBe('404 not_found');
});

test('a mail is sent again as a mail of its own, and it is audited', async ({
  app,
  operator,
  welcomed,
  list,
  call,
}) => {
  const person = await welcomed('Dan');
  const [first] = (await list({ person: person.id })).mails;
  expect(await call('sendMailAgain', first?.id ?? '')).toEqual({ ok: true });
  await app.queues.drain();
  const { mails } = await list({ person: person.id });
  expect(mails.map(({ template, state }) => [template, state])).toEqual([
    ['welcome', 'sent'],
    ['welcome', 'sent'],
  ]);
  expect(mails.find(({ id }) => id === first?.id)?.sent_again_at).toBe(app.clock.now().toString());
  expect(await auditOf(app.db, 'mail', first?.id ?? '')).toMatchObject([
    { operator_id: operator.id, what: 'mail.sent-again', person_id: person.id },
  ]);
});

test('of many who send it again at once one does; a minute later it may be again', async ({
  app,
  clock,
  welcomed,
  list,
  call,
}) => {
  const person = await welcomed('Eve');
  const id = (await list({ person: person.id })).mails[0]?.id ?? '';
  const tries = await Promise.all(Array.from({ length: 6 }, () => call('sendMailAgain', id)));
  expect(tries.filter((one) => one === '409 sent_just_now')).toHaveLength(5);
  await app.queues.drain();
  expect((await list({ person: person.id })).mails).toHaveLength(2);
  clock.instant = clock.instant.add({ minutes: 1 });
  expect(await call('sendMailAgain', id)).toEqual({ ok: true });
});

test('what the mailer would not send is not sent again', async ({ app, studio, enqueueMail, list, call }) => {
  const client = await studio.makeClient();
  const musician = await studio.makeMusician();
  const session = await makeSession(studio, { client, musician });
  const { starts_at } = await app.db
    .selectFrom('sessions')
    .select('starts_at')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  const about = String(session.id);
  await enqueueMail({
    template: 'session-reminder',
    about,
    to: 'client',
    starts_at: starts_at.toString(),
  } as MailToSend);
  await app.queues.drain();
  const id = (await list({ person: client.id })).mails[0]?.id ?? '';
  const wants = { person_id: client.id, booking: false, updated_at: app.clock.now() };
  await app.db.insertInto('notification_settings').values(wants).execute();
  expect(await call('sendMailAgain', id)).toBe('409 not_wanted');
  await app.db.deleteFrom('notification_settings').execute();
  const later = { starts_at: starts_at.add({ minutes: 1 }), ends_at: starts_at.add({ hours: 9 }) };
  await app.db.updateTable('sessions').set(later).where('id', '=', session.id).execute();
  expect(await call('sendMailAgain', id)).toBe('409 not_needed');
  await app.db.updateTable('email_log').set({ payload: null }).where('id', '=', id).execute();
  expect(await call('sendMailAgain', id)).toBe('409 from_earlier');
  expect(await call('sendMailAgain', newId())).toBe('404 not_found');
  expect(await auditOf(app.db, 'mail', id)).toEqual([]);
});
