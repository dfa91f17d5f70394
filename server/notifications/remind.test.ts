import { describe, expect } from 'vitest';
import { listMessages, postMessage } from '#shared/messages/contract.ts';
import { makeBookingApi } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession, type TestSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/rooms/reminders.ts';
import { sendSessionMails } from './send-session-mails.ts';
import { remind } from './remind.ts';

const test = base
  .extend(
    'later',
    { scope: 'file' },
    ({ app }) =>
      (minutes: number) =>
        app.clock.add({ seconds: Math.round(minutes * 60) }),
  )
  .extend(
    'post',
    { scope: 'file' },
    ({ app }) =>
      async (threadId: string, from: TestPerson, body: string) => {
        const answer = await app.call(postMessage, { body: { thread_id: threadId, body } }, from);
        expect(answer.status).toBe(201);
      },
  )
  .extend(
    'read',
    { scope: 'file' },
    ({ app }) =>
      (threadId: string, as: TestPerson) =>
        app.call(listMessages, { params: { threadId } }, as),
  );

describe('the reminder of a session', () => {
  test('goes to both 24 hours and one hour before, each once', async ({
    inbox,
    client,
    musician,
    look,
    at,
    subjects,
    inDays,
  }) => {
    const { starts } = await inDays(10);
    at(starts.subtract({ minutes: 1441 }));
    await look();
    expect(inbox.mails.map(({ subject }) => subject)).toEqual([]);
    at(starts.subtract({ minutes: 1440 }));
    for (let n = 0; n < 3; n += 1) await look();
    expect(subjects(client)).toEqual([
      expect.stringMatching(/^Reminder: Recording session with Max Musician, /),
    ]);
    expect(subjects(musician.person)).toEqual([expect.stringMatching(/^Reminder: .+ with Clara Client, /)]);
    at(starts.subtract({ minutes: 60 }));
    await look();
    const [mail] = inbox.take(client.email);
    expect(mail?.html).toContain('Your session starts soon');
    at(starts.subtract({ minutes: 59 }));
    await look();
    expect(inbox.take(client.email)).toEqual([]);
  });

  test('an hour late it still comes, and says the time as it is; ten minutes before nothing comes', async ({
    client,
    look,
    at,
    subjects,
    inDays,
  }) => {
    const { starts } = await inDays(10);
    at(starts.subtract({ hours: 23 }));
    await look();
    expect(subjects(client)).toHaveLength(1);
    const other = await inDays(10);
    at(other.starts.subtract({ minutes: 10 }));
    await look();
    expect(subjects(client)).toEqual([]);
  });

  test('of a session that was moved is about its new time alone', async ({
    app,
    studio,
    inbox,
    client,
    musician,
    look,
    at,
    subjects,
    inDays,
  }) => {
    const { id, starts } = await inDays(10);
    const bookingApi = makeBookingApi(app, studio);
    at(starts.subtract({ hours: 72 }));
    const slots = await studio.slotsOf(musician);
    const to = slots.find(
      ({ starts_at }) => Temporal.Instant.compare(starts_at, starts.add({ hours: 48 })) > 0,
    );
    if (to === undefined) throw new Error('no slot to move to');
    expect((await bookingApi.move(client, id, [to])).status).toBe(200);
    await app.queues.drain();
    inbox.mails.length = 0;
    at(starts.subtract({ hours: 24 }));
    await look();
    expect(subjects(client)).toEqual([]);
    at(to.starts_at.subtract({ hours: 24 }));
    await look();
    expect(subjects(client)).toEqual([expect.stringMatching(/^Reminder: /)]);
  });

  test('that was put on before a move or a cancellation is not sent after it', async ({
    app,
    studio,
    client,
    at,
    subjects,
    inDays,
  }) => {
    const { id, starts } = await inDays(10);
    at(starts.subtract({ hours: 24 }));
    await remind.run(app.ctx(), {});
    await app.db
      .updateTable('sessions')
      .set({ starts_at: starts.add({ minutes: 30 }), ends_at: starts.add({ hours: 1 }) })
      .where('id', '=', id)
      .execute();
    await app.queues.drain();
    expect(subjects(client)).toEqual([]);
    const other = await inDays(10);
    at(other.starts.subtract({ hours: 24 }));
    await remind.run(app.ctx(), {});
    await makeBookingApi(app, studio).cancel(client, other.id);
    await app.queues.drain();
    app.clock.add({ minutes: 10 });
    await sendSessionMails.run(app.ctx(), {});
    await app.queues.drain();
    expect(subjects(client)).toEqual([expect.stringMatching(/^Cancelled: /)]);
  });

  test('does not follow a booking or a move on its heels', async ({
    app,
    client,
    look,
    at,
    subjects,
    inDays,
  }) => {
    const { starts } = await inDays(10);
    await app.db
      .updateTable('sessions')
      .set({ booked_at: starts.subtract({ hours: 24 }) })
      .where('client_id', '=', client.id)
      .execute();
    at(starts.subtract({ hours: 23 }));
    await look();
    expect(subjects(client)).toEqual([]);
  });

  test('says the time of day after the clocks have changed', async ({
    studio,
    inbox,
    client,
    musician,
    look,
    at,
  }) => {
    // Lisbon goes to summer time on 2027-03-28 at 01:00 UTC, between the reminder and the session.
    at(Temporal.Instant.from('2027-03-10T12:00:00Z'));
    const starts = Temporal.Instant.from('2027-03-28T14:00:00Z');
    await makeSession(studio, { client, musician, starts, status: 'partner_ready_to_go' });
    at(Temporal.Instant.from('2027-03-27T14:00:00Z'));
    await look();
    const [mail] = inbox.take(client.email);
    expect(mail?.subject).toContain('Sun 28 Mar 27 at 15:00');
    expect(mail?.text).toContain('15:00 to 15:30, Lisbon (UTC+1)');
  });

  test('comes to nobody who switched bookings off', async ({
    app,
    client,
    musician,
    look,
    at,
    subjects,
    inDays,
  }) => {
    const { starts } = await inDays(10);
    await app.db
      .insertInto('notification_settings')
      .values({ person_id: client.id, booking: false, updated_at: app.clock.now() })
      .execute();
    at(starts.subtract({ hours: 24 }));
    await look();
    expect(subjects(client)).toEqual([]);
    expect(subjects(musician.person)).toHaveLength(1);
  });
});

describe('missing files', () => {
  test('are asked for once, 24 hours before the deadline', async ({
    inbox,
    client,
    musician,
    look,
    at,
    subjects,
    inDays,
  }) => {
    const { starts } = await inDays(10, { status: 'client_files_upload_required' });
    const due = starts.subtract({ hours: 24 });
    at(due.subtract({ hours: 24 }));
    for (let n = 0; n < 2; n += 1) await look();
    const mails = inbox.take(client.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Files due: Recording session with Max Musician, by /),
    ]);
    expect(mails[0]?.text).toMatch(
      /Please send them by \w{3} \d\d \w{3} \d\d at \d\d:\d\d, Lisbon \(UTC\+\d\)/,
    );
    at(due.subtract({ hours: 3 }));
    await look();
    expect(subjects(client)).toEqual([]);
    expect(subjects(musician.person)).toEqual([]);
  });

  test('that came meanwhile are not', async ({ client, look, at, subjects, inDays }) => {
    const { starts } = await inDays(10, { status: 'client_files_pending_review' });
    at(starts.subtract({ hours: 48 }));
    await look();
    expect(subjects(client)).toEqual([]);
  });
});

describe('messages', () => {
  let session: TestSession;
  test.beforeEach(async ({ inbox, inDays }) => {
    session = await inDays(10, { message: 'It came with the booking' });
    inbox.mails.length = 0;
  });

  test('of a burst are one mail, when the first has lain unread for 5 minutes', async ({
    inbox,
    client,
    musician,
    look,
    subjects,
    later,
    post,
  }) => {
    await post(session.threadId, client, 'One <b>bold</b>');
    later(2);
    await post(session.threadId, client, 'Two');
    later(2.9);
    await look();
    expect(subjects(musician.person)).toEqual([]);
    later(0.2);
    await look();
    const [mail, ...more] = inbox.take(musician.person.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Clara Client wrote you 2 messages: Song');
    expect(mail?.text).toContain('> One <b>bold</b>\n\n> Two');
    expect(mail?.html).toContain('One &lt;b&gt;bold&lt;/b&gt;');
    expect(mail?.text).toContain(`http://localhost:4001/sessions/${session.id}/messages`);
    later(10);
    await look();
    expect(inbox.mails.map(({ subject }) => subject)).toEqual([]);
  });

  test('that were read in time are not mailed; nor is what came with the booking', async ({
    inbox,
    client,
    musician,
    look,
    later,
    post,
    read,
  }) => {
    await post(session.threadId, client, 'Read at once');
    later(4);
    await read(session.threadId, musician.person);
    later(4);
    await look();
    expect(inbox.mails.map(({ subject }) => subject)).toEqual([]);
  });

  test('that were read between looking and sending are not mailed', async ({
    app,
    inbox,
    client,
    musician,
    later,
    post,
    read,
  }) => {
    await post(session.threadId, client, 'Just in time');
    later(6);
    await remind.run(app.ctx(), {});
    await read(session.threadId, musician.person);
    await app.queues.drain();
    expect(inbox.mails.map(({ subject }) => subject)).toEqual([]);
  });

  test('that go on are mailed again after an hour, or once the reader has been there', async ({
    client,
    musician,
    look,
    subjects,
    later,
    post,
    read,
  }) => {
    await post(session.threadId, client, 'One');
    later(6);
    await look();
    expect(subjects(musician.person)).toEqual(['Clara Client wrote you a message: Song']);
    await post(session.threadId, client, 'Two');
    later(6);
    await look();
    expect(subjects(musician.person)).toEqual([]);
    later(60);
    await look();
    expect(subjects(musician.person)).toEqual(['Clara Client wrote you a message: Song']);
    await read(session.threadId, musician.person);
    await post(session.threadId, client, 'Three');
    later(6);
    await look();
    expect(subjects(musician.person)).toEqual(['Clara Client wrote you a message: Song']);
  });

  test('of both sides are two mails; nobody is mailed about their own', async ({
    client,
    musician,
    look,
    subjects,
    later,
    post,
  }) => {
    await post(session.threadId, client, 'Mine');
    await post(session.threadId, musician.person, 'Theirs');
    later(6);
    await look();
    expect(subjects(client)).toEqual(['Max Musician wrote you a message: Song']);
    expect(subjects(musician.person)).toEqual(['Clara Client wrote you a message: Song']);
  });

  test('that have lain for a day are left alone', async ({
    client,
    musician,
    look,
    subjects,
    later,
    post,
  }) => {
    await post(session.threadId, client, 'Long ago');
    later(24 * 60 + 1);
    await look();
    expect(subjects(musician.person)).toEqual([]);
  });
});
