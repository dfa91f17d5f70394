import { describe, expect } from 'vitest';
import { sendFeedback } from '#shared/booking/contract.ts';
import { approve } from '#shared/sessions/contract.ts';
import { testApp, type TestApp } from '#test/api/app.ts';
import type { TestPerson } from '#test/api/people.ts';
import { type TestSlot } from '#test/api/studio.ts';
import { moveAsOperator } from '../booking/service.ts';
import { sendSessionMails } from './send-session-mails.ts';
import { calendarOf, calendarValue, test as base } from '#test/rooms/mails.ts';

const test = base
  .extend('client', ({ studio }) => studio.makeClient())
  .extend('musician', ({ studio }) => studio.makeMusician())
  .extend('slots', async ({ start, studio, musician }) =>
    (await studio.slotsOf(musician)).filter(
      ({ starts_at }) => Temporal.Instant.compare(starts_at, start.add({ hours: 24 * 8 })) > 0,
    ),
  )
  /** What the minutely job does after so many minutes. */
  .extend('after', ({ app, clock }) => async (minutes: number, of: TestApp = app) => {
    clock.add({ minutes });
    await sendSessionMails.run({ ...of.ctx(), now: clock.instant }, {});
    await of.queues.drain();
  })
  .extend('slot', ({ slots }) => (index: number): TestSlot => {
    const found = slots[index];
    if (found === undefined) throw new Error('too few slots');
    return found;
  })
  /** A session whose booking was mailed an hour ago. */
  .extend('bookSession', ({ clock, bookingApi, inbox, client, drain, slot }) => async (): Promise<number> => {
    const { id } = await bookingApi.book(client, [slot(0)]);
    await drain();
    clock.add({ minutes: 61 });
    inbox.mails.length = 0;
    return id;
  })
  .extend(
    'subjects',
    ({ inbox }) =>
      (person: TestPerson) =>
        inbox.take(person.email).map(({ subject }) => subject ?? ''),
  );

describe('changes of one session within 10 minutes', () => {
  test('60 moves are one mail to each side, with the last time; too many are 429 with words', async ({
    bookingApi,
    inbox,
    client,
    musician,
    drain,
    after,
    slot,
    bookSession,
    subjects,
  }) => {
    const id = await bookSession();
    const answers = [];
    for (let n = 0; n < 60; n += 1) {
      answers.push(await bookingApi.move(client, id, [slot(1 + (n % 3))]));
      await drain();
    }
    expect(inbox.mails).toEqual([]);
    const moved = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([moved.length, refused.length]).toEqual([30, 30]);
    expect(refused[0]?.headers['retry-after']).toBe('3600');
    expect(refused[0]?.problem.detail).toBe(
      'You have moved sessions very often within an hour. Try again in 60 minutes.',
    );
    await after(9);
    expect(inbox.mails).toEqual([]);
    await after(1);
    const [mail, ...others] = inbox.take(client.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Moved: /);
    const calendar = calendarOf(mail as NonNullable<typeof mail>);
    expect(calendarValue(calendar, 'SEQUENCE')).toBe('30');
    const last = moved.at(-1)?.body.session.start_date.replaceAll(/[-:]/g, '');
    expect(calendarValue(calendar, 'DTSTART')).toBe(last);
    expect(mail?.text).toContain('Before: ');
    expect(subjects(musician.person)).toEqual([expect.stringMatching(/^Moved: /)]);
    await after(30);
    expect(inbox.mails).toEqual([]);
  });

  test('moved and then cancelled: one mail, which says that it is cancelled and when it was to be', async ({
    bookingApi,
    inbox,
    client,
    musician,
    drain,
    after,
    slot,
    bookSession,
    subjects,
  }) => {
    const id = await bookSession();
    const before = slot(0).starts_at;
    expect((await bookingApi.move(client, id, [slot(4)])).status).toBe(200);
    await drain();
    expect((await bookingApi.cancel(client, id)).status).toBe(200);
    await drain();
    await after(10);
    const [mail, ...others] = inbox.take(client.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Cancelled: /);
    expect(mail?.text).toMatch(new RegExp(`^Before: .*${before.toString().slice(11, 16)} to`, 'm'));
    expect(subjects(musician.person)).toEqual([expect.stringMatching(/^Cancelled: /)]);
  });

  test('moved there and back: nobody is told; with an edit in between, of the edit', async ({
    bookingApi,
    inbox,
    client,
    musician,
    drain,
    after,
    slot,
    bookSession,
    subjects,
  }) => {
    const id = await bookSession();
    for (const index of [5, 0]) {
      expect((await bookingApi.move(client, id, [slot(index)])).status).toBe(200);
      await drain();
    }
    await after(10);
    expect(inbox.mails).toEqual([]);
    for (const index of [5, 0]) {
      expect((await bookingApi.move(client, id, [slot(index)])).status).toBe(200);
      await bookingApi.edit(client, id, { session_info: { title: `Song ${index}` } });
      await drain();
    }
    await after(10);
    expect(subjects(musician.person)).toEqual([expect.stringMatching(/^Changed: the details/)]);
  });

  test('a session that was to start within the hour is told of at once', async ({
    clock,
    bookingApi,
    client,
    musician,
    drain,
    slot,
    bookSession,
    subjects,
  }) => {
    const id = await bookSession();
    clock.instant = slot(0).starts_at.subtract({ minutes: 59 });
    expect((await bookingApi.cancel(client, id)).status).toBe(200);
    await drain();
    expect(subjects(musician.person)).toEqual([expect.stringMatching(/^Cancelled: /)]);
  });

  test('moved by the operator after its start: both sides are told at once, and by whom', async ({
    app,
    clock,
    inbox,
    client,
    musician,
    drain,
    slot,
    bookSession,
  }) => {
    const sessionId = await bookSession();
    const { id: operatorId } = await app.people.make('operator');
    clock.instant = slot(0).starts_at;
    const startsAt = slot(4).starts_at;
    expect(await moveAsOperator(app.ctx(), { sessionId, operatorId, startsAt })).toMatchObject({ ok: true });
    await drain();
    for (const { email } of [client, musician.person]) {
      const [mail] = inbox.take(email);
      expect(mail?.subject).toMatch(/^Moved: /);
      expect(mail?.text?.toUpperCase()).toContain('THE STUDIO HAS MOVED THIS SESSION');
    }
  });

  test('a server that dies meanwhile loses none, and another one sends each once', async ({
    app,
    clock,
    bookingApi,
    inbox,
    client,
    drain,
    after,
    slot,
    bookSession,
    subjects,
  }) => {
    const id = await bookSession();
    expect((await bookingApi.move(client, id, [slot(6)])).status).toBe(200);
    await drain();
    const other = await testApp(clock.instant.toString(), { env: inbox.env, url: app.url });
    await after(10, other);
    await Promise.all([after(0), after(0, other)]);
    expect(subjects(client)).toHaveLength(1);
    await other.close();
  });
});

test('other news go out at once, and again at the earliest 10 minutes later, with the last word', async ({
  app,
  inbox,
  client,
  musician,
  drain,
  after,
  bookSession,
  subjects,
}) => {
  const id = await bookSession();
  const ask = async (feedback_notes: string) => {
    const body = { session_id: id, feedback_type: 'missing_materials', feedback_notes } as const;
    expect((await app.call(sendFeedback, { body }, musician.person)).status).toBe(200);
    await drain();
  };
  await ask('The click');
  expect(inbox.take(client.email)[0]?.text).toContain('> The click');
  for (const words of ['The bass', 'The guide']) await ask(words);
  await app.call(approve, { body: { session_id: id } }, musician.person);
  await ask('The tempo map');
  expect(subjects(client)).toEqual([]);
  await after(10);
  const mails = inbox.take(client.email);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('asks for your files again')]);
  expect(mails[0]?.text).toContain('> The tempo map');
});

test('40 requests for support: ten are sent, the rest is told when to try again', async ({
  app,
  clock,
  inbox,
  musician,
  drain,
  bookSession,
}) => {
  const id = await bookSession();
  const answers = [];
  for (let n = 0; n < 40; n += 1) {
    const body = { session_id: id, feedback_type: 'contact_support', feedback_notes: `Help ${n}` } as const;
    answers.push(await app.call(sendFeedback, { body }, musician.person));
  }
  await drain();
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), ...Array(30).fill(429)]);
  expect(answers.at(-1)?.headers['retry-after']).toBe('3600');
  expect(answers.at(-1)?.problem.detail).toMatch(/Try again in 60 minutes\.$/);
  expect(inbox.mails).toHaveLength(10);
  clock.add({ minutes: 60 });
  const body = { session_id: id, feedback_type: 'contact_support', feedback_notes: 'Later' } as const;
  expect((await app.call(sendFeedback, { body }, musician.person)).status).toBe(200);
});
