import { describe, expect } from 'vitest';
import type { TestPerson } from '#test/api/people.ts';
import { calendarOf, headerOf } from '#test/rooms/mails.ts';
import { only, test as base } from '#test/rooms/session-mails.ts';

const test = base.extend(
  'wish',
  { scope: 'file' },
  ({ app }) =>
    (person: TestPerson, groups: Partial<Record<'booking' | 'cancellation' | 'files', boolean>>) =>
      app.db
        .insertInto('notification_settings')
        .values({ person_id: person.id, ...groups, updated_at: app.clock.now() })
        .execute(),
);

describe('preferences', () => {
  test('are read when the mail is sent, for each group and each person', async ({
    bookingApi,
    inbox,
    client,
    musician,
    drain,
    book,
    tenLater,
    wish,
  }) => {
    const { id } = await book();
    await wish(client, { booking: false });
    await drain();
    expect(inbox.take(client.email)).toEqual([]);
    expect(inbox.take(musician.person.email)).toHaveLength(1);
    await bookingApi.cancel(client, id);
    await tenLater();
    expect(only(inbox.take(client.email)).subject).toMatch(/^Cancelled: /);
  });

  test('cancellations can be off while bookings are on', async ({
    bookingApi,
    inbox,
    client,
    drain,
    book,
    tenLater,
    wish,
  }) => {
    await wish(client, { cancellation: false });
    const { id } = await book();
    await drain();
    expect(only(inbox.take(client.email)).subject).toMatch(/^Booked: /);
    await bookingApi.cancel(client, id);
    await tenLater();
    expect(inbox.take(client.email)).toEqual([]);
  });
});

test('names and titles make no tag, no header, no link and no line of a calendar', async ({
  app,
  inbox,
  client,
  musician,
  drain,
  book,
}) => {
  const evil = '<img src=x onerror=alert(1)>\r\nBcc: all@test.test\r\nhttps://evil.test/a evil.test';
  for (const { id } of [client, musician])
    await app.db.updateTable('people').set({ name: evil }).where('id', '=', id).execute();
  const { id } = await book();
  await app.db
    .updateTable('sessions')
    .set({ title: `</td><script>x()</script>\nMETHOD:EVIL ${evil}` })
    .where('id', '=', id)
    .execute();
  await drain();
  for (const mail of [only(inbox.take(client.email)), only(inbox.take(musician.person.email))]) {
    expect(mail.html).not.toMatch(/<(script|img)/);
    expect(mail.html).toContain('&lt;/td&gt;&lt;script&gt;');
    expect(headerOf(mail, 'Bcc')).toBeUndefined();
    expect(mail.rcpt).toHaveLength(1);
    expect(mail.subject).not.toMatch(/evil\.test|https?:/);
    const calendar = calendarOf(mail);
    expect(calendar.filter((line) => line.startsWith('METHOD:'))).toEqual(['METHOD:REQUEST']);
    expect(calendar.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(2);
  }
});

test('long names leave room in a subject for when it is', async ({
  app,
  inbox,
  client,
  musician,
  drain,
  book,
}) => {
  for (const { id } of [client, musician])
    await app.db
      .updateTable('people')
      .set({ name: `Wolfeschlegelsteinhausenbergerdorff ${'🎸'.repeat(60)}` })
      .where('id', '=', id)
      .execute();
  await book();
  await drain();
  for (const mail of [only(inbox.take(client.email)), only(inbox.take(musician.person.email))]) {
    expect(mail.subject).toMatch(
      / with Wolfeschlegelsteinhausenbergerdorff 🎸{3}…, \w{3} \d\d \w{3} 26 at /u,
    );
    expect(Array.from(mail.subject ?? '').length).toBeLessThanOrEqual(110);
    expect(mail.text).toContain('🎸'.repeat(40));
  }
});
