import { describe, expect } from 'vitest';
import { sendFeedback } from '#shared/booking/contract.ts';
import { approve, close } from '#shared/sessions/contract.ts';
import { finalizeUploads } from '../../files/uploads/finalize.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { sessionHappened } from '../../sessions/events.ts';
import { bookAsOperator } from '../../booking/service.ts';
import { calendarOf, headerOf, calendarValue } from '#test/rooms/mails.ts';
import { only, test as base } from '#test/rooms/session-mails.ts';

/** The time of day in the client's zone. */
const time = (iso: string) =>
  Temporal.Instant.from(iso).toZonedDateTimeISO('Australia/Adelaide').toPlainTime().toString().slice(0, 5);

const test = base.extend(
  'tell',
  { scope: 'file' },
  ({ app, studio }) =>
    (session_id: number, what: 'delivered') =>
      studio.inTx((tx) => app.queues.emit(tx, sessionHappened, { session_id, what })),
);

describe('a booking', () => {
  test('is mailed to both sides, each in their own zone and on their own front, with one invitation', async ({
    inbox,
    client,
    musician,
    drain,
    book,
  }) => {
    const session = await book(40, 'Please play it <b>loud</b>.\nThanks!');
    await drain();
    const mine = only(inbox.take(client.email));
    const theirs = only(inbox.take(musician.person.email));

    const start = Temporal.Instant.from(session.start_date);
    const inAdelaide = start.toZonedDateTimeISO('Australia/Adelaide').toPlainTime();
    expect(mine.subject).toMatch(
      /^Booked: Recording session with Max Musician, \w{3} \d\d \w{3} 26 at \d\d:\d\d$/,
    );
    for (const words of [mine.text, mine.html]) {
      expect(words).toContain(`${inAdelaide.toString({ smallestUnit: 'minute' })} to `);
      expect(words).toContain('Adelaide (UTC+10:30)');
      expect(words).toContain(`http://localhost:4000/sessions/${session.id}`);
      expect(words).toContain('Please send your files by');
      expect(words).toContain('1 credit');
    }
    expect(theirs.subject).toMatch(/^New booking: Recording session with Clara Client, /);
    for (const words of [theirs.text, theirs.html]) {
      expect(words).toContain('Lisbon (UTC+0)');
      expect(words).toContain(`http://localhost:4001/sessions/${session.id}`);
      expect(words).not.toContain('Please send your files');
    }
    expect(theirs.text).toContain('> Please play it <b>loud</b>.\n> Thanks!');
    expect(theirs.html).toContain('Please play it &lt;b&gt;loud&lt;/b&gt;.<br/>Thanks!');

    const [ours, his] = [calendarOf(mine), calendarOf(theirs)];
    expect(calendarValue(ours, 'METHOD')).toBe('REQUEST');
    expect(calendarValue(ours, 'UID')).toBe(`session-${session.id}@localhost`);
    expect(calendarValue(his, 'UID')).toBe(calendarValue(ours, 'UID'));
    expect(calendarValue(ours, 'SEQUENCE')).toBe('0');
    expect(calendarValue(ours, 'DTSTART')).toBe(start.toString().replaceAll(/[-:]/g, ''));
    expect(calendarValue(ours, 'DESCRIPTION')).toContain('Livestream: https://zoom.example/max');
    expect(ours.join('\n')).toContain(`mailto:${client.email}`);
    expect(ours.join('\n')).not.toContain(musician.person.email);
    expect(mine.raw).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
    expect(mine.attachments.some(({ filename }) => filename === `session-${session.id}.ics`)).toBe(true);
  });

  test('has all that a mail program wants: from, date, who it answers to, one click to stop', async ({
    app,
    inbox,
    client,
    drain,
    book,
  }) => {
    await book();
    await drain();
    const mail = only(inbox.take(client.email));
    const { mail_token } = await app.db
      .selectFrom('people')
      .select('mail_token')
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow();
    expect(mail.from).toMatchObject({ name: 'Talkback', address: 'studio@talkback.test' });
    expect(headerOf(mail, 'List-Unsubscribe')).toBe(
      `<http://localhost:4000/api/v2/notifications/unsubscribe?token=${mail_token}&group=booking>`,
    );
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated');
    expect(headerOf(mail, 'Content-Type')).toMatch(/^multipart\/mixed/);
    expect(mail.text).toContain(
      `No more emails about bookings, reminders and messages: http://localhost:4000/unsubscribe?token=${mail_token}&group=booking`,
    );
    expect(mail.html).toContain('prefers-color-scheme: dark');
    expect(mail.html).toContain('<html dir="ltr" lang="en">');
    expect(mail.html).not.toMatch(/<(script|img|link)\b|src=|@import|url\(/);
  });

  test('is not mailed any more once it is cancelled; the cancelling is', async ({
    bookingApi,
    inbox,
    client,
    tenLater,
    book,
  }) => {
    const { id } = await book();
    await bookingApi.cancel(client, id);
    await tenLater();
    expect(only(inbox.take(client.email)).subject).toMatch(/^Cancelled: /);
  });
});

describe('a change', () => {
  test('moving: the old time and the new one, the same UID, a higher SEQUENCE', async ({
    app,
    studio,
    bookingApi,
    inbox,
    client,
    musician,
    drain,
    tenLater,
    book,
  }) => {
    const session = await book();
    await drain();
    const first = calendarOf(only(inbox.take(client.email)));
    const slots = await studio.slotsOf(musician);
    app.clock.add({ minutes: 61 });
    const moved = await bookingApi.move(client, session.id, [slots[60] as { id: string }]);
    expect(moved.status).toBe(200);
    await tenLater();
    const mail = only(inbox.take(client.email));
    expect(mail.subject).toMatch(/^Moved: Recording session with Max Musician is now on /);
    expect(mail.text).toMatch(new RegExp(`^When: .*${time(moved.body.session.start_date)} to`, 'm'));
    expect(mail.text).toMatch(new RegExp(`^Before: .*${time(session.start_date)} to`, 'm'));
    const second = calendarOf(mail);
    expect(calendarValue(second, 'UID')).toBe(calendarValue(first, 'UID'));
    expect([calendarValue(first, 'SEQUENCE'), calendarValue(second, 'SEQUENCE')]).toEqual(['0', '1']);
    expect(calendarValue(second, 'METHOD')).toBe('REQUEST');
    expect(only(inbox.take(musician.person.email).slice(1)).subject).toMatch(/^Moved: /);
  });

  test('editing: a higher SEQUENCE; of edits in a row only the last is mailed', async ({
    bookingApi,
    inbox,
    client,
    musician,
    drain,
    tenLater,
    book,
  }) => {
    const { id } = await book();
    await drain();
    inbox.mails.length = 0;
    for (const title of ['One', 'Two', 'Three'])
      expect((await bookingApi.edit(client, id, { session_info: { title } })).status).toBe(200);
    await tenLater();
    const mail = only(inbox.take(musician.person.email));
    expect(mail.subject).toMatch(/^Changed: the details of Recording session with Clara Client, /);
    expect(mail.text).toContain('What: Three (Recording session)');
    expect(calendarValue(calendarOf(mail), 'SEQUENCE')).toBe('3');
  });

  test('cancelling: METHOD:CANCEL for the same UID, above every SEQUENCE before; what came back', async ({
    app,
    bookingApi,
    inbox,
    client,
    musician,
    drain,
    tenLater,
    book,
  }) => {
    const { id } = await book();
    await drain();
    const first = calendarOf(only(inbox.take(client.email)));
    inbox.mails.length = 0;
    app.clock.add({ minutes: 61 });
    await bookingApi.cancel(client, id);
    await tenLater();
    const mail = only(inbox.take(client.email));
    const off = calendarOf(mail);
    expect([
      calendarValue(off, 'METHOD'),
      calendarValue(off, 'STATUS'),
      calendarValue(off, 'SEQUENCE'),
    ]).toEqual(['CANCEL', 'CANCELLED', '1']);
    expect(calendarValue(off, 'UID')).toBe(calendarValue(first, 'UID'));
    expect(mail.text).toContain('You have cancelled this session. 1 credit came back to your balance.');
    expect(mail.raw).toMatch(/method=CANCEL/i);
    expect(headerOf(mail, 'List-Unsubscribe')).toContain('group=cancellation');
    const theirs = only(inbox.take(musician.person.email));
    expect(theirs.text).toContain('Clara Client has cancelled this session. The time is free again.');
    expect(theirs.text).not.toContain('credit');
  });

  test('cancelling too late: nothing came back, and the mail says so', async ({
    bookingApi,
    inbox,
    client,
    tenLater,
    book,
  }) => {
    const { id } = await book();
    await bookingApi.cancel(client, id);
    await tenLater();
    const mail = only(inbox.take(client.email));
    expect(mail.text).toContain('No credits came back for this session.');
  });
});

test('to a managed client no mail speaks of credits', async ({
  app,
  studio,
  bookingApi,
  inbox,
  musician,
  drain,
  tenLater,
}) => {
  const operatorId = (await app.people.make('operator')).id;
  const { email, ...managed } = await app.people.make('managed');
  const startsAt = (await studio.slotsOf(musician))[40]?.starts_at as Temporal.Instant;
  const song = { service: 'recording', units: 1, title: 'Song', attendance: true, message: null };
  const booking = { operatorId, client: { email }, musician: musician.slug, startsAt, ...song };
  const booked = await bookAsOperator(app.ctx(), booking);
  await drain();
  const told = only(inbox.take(email));
  expect(told.subject).toMatch(/^Booked: /);
  inbox.mails.length = 0;
  app.clock.add({ minutes: 61 });
  await bookingApi.cancel({ email, ...managed }, booked.ok ? booked.value.id : 0);
  await tenLater();
  const off = only(inbox.take(email));
  expect(off.text).toContain('You have cancelled this session.');
  for (const { text, html } of [told, off]) expect(`${text}${html}`).not.toMatch(/credit/i);
});

describe('on the way', () => {
  test('files asked for again: what is missing, in the words of the musician', async ({
    app,
    inbox,
    client,
    musician,
    drain,
    book,
  }) => {
    const { id } = await book();
    const body = {
      session_id: id,
      feedback_type: 'missing_materials',
      feedback_notes: 'No <click> track',
    } as const;
    expect((await app.call(sendFeedback, { body }, musician.person)).status).toBe(200);
    await drain();
    const mail = only(inbox.take(client.email).filter(({ subject }) => subject?.includes('again') === true));
    expect(mail.subject).toBe('Max Musician asks for your files again: Song');
    expect(mail.text).toContain('> No <click> track');
    expect(mail.html).toContain('No &lt;click&gt; track');
    expect(mail.text).toContain(`http://localhost:4000/sessions/${id}/files-management`);
    expect(headerOf(mail, 'List-Unsubscribe')).toContain('group=files');
  });

  test('ready to go, to the client alone', async ({ app, inbox, client, musician, drain, book }) => {
    const { id } = await book();
    await drain();
    inbox.mails.length = 0;
    await app.call(approve, { body: { session_id: id } }, musician.person);
    await drain();
    expect(only(inbox.take(client.email)).subject).toBe('Ready to go: Recording session with Max Musician');
    expect(inbox.mails.map(({ subject }) => subject)).toEqual([]);
  });

  test('delivered: once, when the first files are there; closing without files is no delivery', async ({
    app,
    studio,
    inbox,
    client,
    musician,
    drain,
    tenLater,
    tell,
  }) => {
    const starts = app.clock.now().subtract({ hours: 5 });
    const session = await makeSession(studio, {
      client,
      musician,
      starts,
      status: 'partner_upload_required',
    });
    await tell(session.id, 'delivered');
    await drain();
    expect(inbox.mails.map(({ subject }) => subject)).toEqual([]);
    expect((await app.call(close, { body: { session_id: session.id } }, musician.person)).status).toBe(200);
    await drain();
    expect(inbox.mails.map(({ subject }) => subject)).toEqual([]);
    await tell(session.id, 'delivered');
    await tenLater();
    const mail = only(inbox.take(client.email));
    expect(mail.subject).toBe('Your session files are here: Recording session with Max Musician');
    expect(mail.text).toContain('Download your files:');
    const by = { id: musician.id, role: 'partner' } as const;
    await finalizeUploads(app.ctx(), { sessionId: session.id, folder: 'output', by });
    await drain();
    expect(inbox.mails.map(({ subject }) => subject)).toEqual([]);
  });

  test('delivered to somebody with limitations: from when the files can be downloaded', async ({
    app,
    studio,
    inbox,
    musician,
    drain,
    tell,
  }) => {
    const limited = await studio.makeClient({ status: 'ondemand', zone: 'Europe/Lisbon' });
    const starts = app.clock.now().subtract({ hours: 4 });
    const session = await makeSession(studio, {
      client: limited,
      musician,
      starts,
      status: 'partner_deliverables_ready',
    });
    await tell(session.id, 'delivered');
    await drain();
    expect(only(inbox.take(limited.email)).text).toMatch(
      /You can download the files from .+, Lisbon \(UTC\+0\) on\./,
    );
  });
});
