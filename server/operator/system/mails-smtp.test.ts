import { expect } from 'vitest';
import * as contract from '#shared/operator/system/contract-mails.ts';
import { test as base } from '#test/rooms/system.ts';

/** Mails go to a mail server. */
const test = base
  .extend('only', { scope: 'file' }, ({ app, operator }) => async (person: { readonly id: string }) => {
    const { body } = await app.call(contract.listMails, { query: { person: person.id } }, operator);
    return body.mails;
  })
  .extend('again', { scope: 'file' }, ({ app, operator }) => async (id: string) => {
    const { status, problem } = await app.call(contract.sendMailAgain, { params: { id } }, operator);
    return status === 200 ? 'again' : problem.code;
  });

test('a mail that the server refuses has failed, with its words, and is not doubled while it is tried', async ({
  app,
  inbox,
  enqueueMail,
  only,
  again,
}) => {
  const person = await app.people.make('client');
  inbox.state.refuses = true;
  await enqueueMail({ template: 'welcome', about: person.id });
  await expect(app.queues.drain()).rejects.toThrow('451');
  const [mail] = await only(person);
  expect(mail).toMatchObject({ state: 'failed', sent_at: null, failure: expect.stringContaining('451') });
  expect(await again(mail?.id ?? '')).toBe('being_sent');
  inbox.state.refuses = false;
});

test('what went to a mail server is not kept; it is sent again as another mail', async ({
  app,
  operator,
  inbox,
  enqueueMail,
  only,
  again,
}) => {
  const person = await app.people.make('client');
  await enqueueMail({ template: 'welcome', about: person.id });
  await app.queues.drain((queue) => queue.includes('mail'));
  const [mail] = await only(person);
  expect(mail).toMatchObject({ state: 'sent', is_readable: false, failure: null });
  const { status, problem } = await app.call(contract.readMail, { params: { id: mail?.id ?? '' } }, operator);
  expect([status, problem.code]).toEqual([409, 'not_kept']);
  expect(await again(mail?.id ?? '')).toBe('again');
  await app.queues.drain((queue) => queue.includes('mail'));
  const own = inbox.take(person.email);
  expect(own).toHaveLength(2);
  expect(new Set(own.map(({ messageId }) => messageId)).size).toBe(2);
});
