import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '../../../shared/sessions/contract.ts';
import { bookingDesk } from '../../test/booking.ts';
import { testApp, type TestApp } from '../../test/app.ts';
import type { TestPerson } from '../../test/people.ts';
import { makeStudio, type Studio, type TestMusician } from '../../test/studio.ts';
import { calendarOf, headerOf, mailServer, type Received } from './testing.ts';

let server: Awaited<ReturnType<typeof mailServer>>;
let api: TestApp;
let studio: Studio;
let client: TestPerson;
let musician: TestMusician;
let desk: ReturnType<typeof bookingDesk>;

beforeAll(async () => {
  server = await mailServer();
  api = await testApp(undefined, { env: { ...server.env, MAIL_FROM: 'Talkback <studio@talkback.test>' } });
  studio = await makeStudio(api);
  desk = bookingDesk(api, studio);
});
beforeEach(async () => {
  client = await studio.makeClient({ name: 'Clara Client', zone: 'Australia/Adelaide' });
  musician = await studio.makeMusician({ name: 'Max Musician', zoomLink: 'https://zoom.example/max' });
  server.mails.length = 0;
});
afterAll(async () => {
  await api.close();
  await server.close();
});

const drain = () => api.app.queues.drain();
const only = (mails: Received[]): Received => {
  expect(mails).toHaveLength(1);
  return mails[0] as Received;
};
/** Books the musician's slot of that index, some days ahead. */
async function book(index = 40, message: string | null = null): Promise<Session> {
  const slots = await studio.slotsOf(musician);
  const held = await desk.prebook(client, [slots[index] as { id: string }]);
  const changes = message === null ? {} : { message };
  const answer = await desk.confirm(client, held.body.session.id, changes);
  expect(answer.status).toBe(201);
  return answer.body.session;
}
const wish = (person: TestPerson, groups: Partial<Record<'booking' | 'cancellation' | 'files', boolean>>) =>
  api.db
    .insertInto('notification_settings')
    .values({ person_id: person.id, ...groups, updated_at: api.clock.now() })
    .execute();

describe('preferences', () => {
  test('are read when the mail is sent, for each group and each person', async () => {
    const { id } = await book();
    await wish(client, { booking: false });
    await drain();
    expect(server.take(client.email)).toEqual([]);
    expect(server.take(musician.person.email)).toHaveLength(1);
    await desk.cancel(client, id);
    await drain();
    expect(only(server.take(client.email)).subject).toMatch(/^Cancelled: /);
  });

  test('cancellations can be off while bookings are on', async () => {
    await wish(client, { cancellation: false });
    const { id } = await book();
    await drain();
    expect(only(server.take(client.email)).subject).toMatch(/^Booked: /);
    await desk.cancel(client, id);
    await drain();
    expect(server.take(client.email)).toEqual([]);
  });
});

test('names and titles make no tag, no header, no link and no line of a calendar', async () => {
  const evil = '<img src=x onerror=alert(1)>\r\nBcc: all@test.test\r\nhttps://evil.test/a evil.test';
  for (const { id } of [client, musician])
    await api.db.updateTable('people').set({ name: evil }).where('id', '=', id).execute();
  const { id } = await book();
  await api.db
    .updateTable('sessions')
    .set({ title: `</td><script>x()</script>\nMETHOD:EVIL ${evil}` })
    .where('id', '=', id)
    .execute();
  await drain();
  for (const mail of [only(server.take(client.email)), only(server.take(musician.person.email))]) {
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

test('long names leave room in a subject for when it is', async () => {
  for (const { id } of [client, musician])
    await api.db
      .updateTable('people')
      .set({ name: `Wolfeschlegelsteinhausenbergerdorff ${'🎸'.repeat(60)}` })
      .where('id', '=', id)
      .execute();
  await book();
  await drain();
  for (const mail of [only(server.take(client.email)), only(server.take(musician.person.email))]) {
    expect(mail.subject).toMatch(
      / with Wolfeschlegelsteinhausenbergerdorff 🎸{3}…, \w{3} \d\d \w{3} 26 at /u,
    );
    expect(Array.from(mail.subject ?? '').length).toBeLessThanOrEqual(110);
    expect(mail.text).toContain('🎸'.repeat(40));
  }
});
