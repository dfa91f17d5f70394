import { expect } from 'vitest';
import { test as base } from '#test/rooms/mails.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { newId } from '../lib/ids.ts';
import { sessionHappened } from '../sessions/events.ts';
import { sendMail } from './jobs.ts';
import { sendSessionMails } from './send-session-mails.ts';

const test = base
  .extend('client', ({ studio }) => studio.makeClient({ zone: 'UTC' }))
  .extend('musician', ({ studio }) => studio.makeMusician())
  .extend('enqueue', { scope: 'file' }, ({ app, studio }) => async (mail: object) => {
    const stored = { event_id: newId(), at: app.clock.now().toString(), ...mail } as never;
    await studio.inTx((tx) => app.queues.enqueue(tx, sendMail, stored));
    await app.queues.drain();
  })
  .extend('raise', { scope: 'file' }, ({ app, studio }) => async (happened: object) => {
    await studio.inTx((tx) => app.queues.emit(tx, sessionHappened, happened as never));
    await app.queues.drain();
  })
  /** What the minutely job does 10 minutes later. */
  .extend('later', { scope: 'file' }, ({ app }) => async () => {
    app.clock.add({ minutes: 10 });
    await sendSessionMails.run(app.ctx(), {});
    await app.queues.drain();
  })
  .extend('only', ({ inbox, client }) => () => {
    const [mail, ...others] = inbox.take(client.email);
    expect(others).toEqual([]);
    return mail;
  });

test('a move is mailed with the time that its reader knew', async ({
  app,
  studio,
  client,
  musician,
  raise,
  later,
  only,
}) => {
  const starts = app.clock.now().add({ hours: 24 * 10 });
  const { id } = await makeSession(studio, { client, musician, starts, status: 'partner_ready_to_go' });
  const detail = starts.subtract({ hours: 48 }).toString();
  await raise({ session_id: id, what: 'moved', detail });
  await later();
  const mail = only();
  expect(mail?.subject).toMatch(/^Moved: /);
  expect(mail?.text).toMatch(/^Before: /m);
});

test('a request for files is mailed with what is missing', async ({
  app,
  studio,
  client,
  musician,
  raise,
  only,
}) => {
  const starts = app.clock.now().add({ hours: 24 * 10 });
  const status = 'client_files_update_required';
  const { id } = await makeSession(studio, { client, musician, starts, status });
  const feedback = { id: newId(), session_id: id, author_id: musician.person.id };
  await app.db
    .insertInto('feedback')
    .values({
      ...feedback,
      feedback_type: 'missing_materials',
      feedback_notes: 'The bass, please.',
      created_at: app.clock.now(),
    })
    .execute();
  await raise({ session_id: id, what: 'files_requested', detail: feedback.id });
  expect(only()?.text).toContain('> The bass, please.');
});

test('a reminder of the start that it names is sent, of another start it is not', async ({
  app,
  studio,
  client,
  musician,
  enqueue,
  only,
}) => {
  const starts = app.clock.now().add({ hours: 24 });
  const { id } = await makeSession(studio, { client, musician, starts, status: 'partner_ready_to_go' });
  const mail = { template: 'session-reminder', about: String(id), to: 'client' };
  await enqueue({ ...mail, detail: starts.add({ hours: 1 }).toString() });
  expect(only()).toBeUndefined();
  await enqueue({ ...mail, detail: starts.toString() });
  expect(only()?.subject).toMatch(/^Reminder: /);
});

test('a login link leads on to where its person wanted to go', async ({ client, enqueue, only }) => {
  await enqueue({ template: 'sign-in-link', about: client.id, detail: '/explore/rafa' });
  expect(only()?.text).toMatch(/\/enter\?link=[\w-]+&next=%2Fexplore%2Frafa$/m);
});
