import { expect } from 'vitest';
import { getToday } from '#shared/sessions/contract-today.ts';
import { calendarServer, eventAt, icsOf, OUTSIDE_ENV, outsideApi } from '#test/rooms/outside.ts';
import { only, test as base } from '#test/rooms/session-mails.ts';

const test = base
  .extend('options', { scope: 'file' }, ({ mailServer }) => ({
    env: { ...mailServer.env, ...OUTSIDE_ENV, MAIL_FROM: 'Talkback <studio@talkback.test>' },
  }))
  .extend('server', async ({}, { onCleanup }) => {
    const server = await calendarServer();
    onCleanup(server.close);
    return server;
  })
  .extend('calendars', ({ app }) => outsideApi(app))
  .extend(
    'today',
    ({ app, musician }) =>
      async () =>
        (await app.call(getToday, {}, musician.person)).body,
  );

test('a busy time during a booked session is told once, to the musician and the studio; the session stays', async ({
  app,
  bookingApi,
  book,
  calendars,
  client,
  clock,
  drain,
  inbox,
  musician,
  server,
  today,
}) => {
  const { id, start_date, end_date } = await book();
  await drain();
  inbox.take(musician.person.email);
  const [starts, ends] = [Temporal.Instant.from(start_date), Temporal.Instant.from(end_date)];
  const dentist = eventAt(starts.subtract({ minutes: 15 }), starts.add({ minutes: 15 }));
  server.says(icsOf(dentist, [...eventAt(starts, ends), `UID:session-${id}@localhost`]));
  const claims = () => app.db.selectFrom('slot_claims').selectAll().where('session_id', '=', id).execute();
  const claimed = await claims();

  const added = await calendars.add(musician, server.url(), 'Home <b>');
  expect(added.body.calendar.busy).toBe(1);
  await drain();
  const { subject, text } = only(inbox.take(musician.person.email));
  expect(subject).toMatch(/^Another calendar of yours is busy during a session: /);
  expect(text).toContain('Session with Clara Client: ');
  expect(text).toContain('Home b: ');
  const report = only(inbox.take('support@talkback.test'));
  expect(report.subject).toBe('Max Musician is busy elsewhere during a session');
  expect(report.text).toContain(`Session ${id} with Clara Client`);
  expect(report.text).not.toContain('Home');
  expect(await claims()).toEqual(claimed);
  const { conflicts } = await calendars.list(musician);
  expect(conflicts).toMatchObject([{ session_id: id, calendar: 'Home <b>', starts_at: start_date }]);
  expect((await today()).conflicts).toMatchObject({ total: 1, sessions: [{ id }] });

  clock.add({ minutes: 15 });
  await calendars.read(musician, added.body.calendar.id);
  await calendars.remove(musician, added.body.calendar.id);
  const again = await calendars.add(musician, server.url(), 'Home');
  await drain();
  expect(inbox.take(musician.person.email)).toEqual([]);

  server.says(icsOf(dentist, eventAt(ends.subtract({ minutes: 5 }), ends)));
  await calendars.read(musician, again.body.calendar.id);
  await bookingApi.cancel(client, id);
  await drain();
  // Cancelled before it was sent: nobody needs to hear of it.
  expect(inbox.take('support@talkback.test')).toEqual([]);
  expect((await calendars.list(musician)).conflicts).toEqual([]);
  expect((await today()).conflicts.total).toBe(0);
});

test('a calendar that is not read for a day is told once, with the reason, and anew after it was read', async ({
  app,
  calendars,
  clock,
  drain,
  inbox,
  musician,
  server,
}) => {
  const added = await calendars.add(musician, server.url(), 'Home <b>');
  const { id } = added.body.calendar;
  const mailsAfter = async (hours: number) => {
    clock.add({ hours });
    await calendars.read(musician, id);
    await drain();
    return inbox.take(musician.person.email).map(({ subject }) => subject);
  };
  server.answers((_, response) => response.writeHead(404).end());
  expect(await mailsAfter(1)).toEqual([]);
  expect(await mailsAfter(22)).toEqual([]);
  clock.add({ hours: 1 });
  await calendars.read(musician, id);
  await drain();
  const { subject, text } = only(inbox.take(musician.person.email));
  expect(subject).toBe('We cannot read your calendar Home b');
  expect(text).toContain('There is no calendar at this address.');
  expect(text).toContain('/profile#calendar');
  expect(text).not.toContain('secret');
  expect(await mailsAfter(30)).toEqual([]);

  server.says(icsOf());
  expect(await mailsAfter(1)).toEqual([]);
  server.answers((_, response) => response.writeHead(404).end());
  expect(await mailsAfter(25)).toEqual(['We cannot read your calendar Home b']);

  server.says(icsOf());
  await calendars.read(musician, id);
  server.answers((_, response) => response.writeHead(404).end());
  clock.add({ hours: 25 });
  await calendars.read(musician, id);
  await calendars.remove(musician, id);
  await drain();
  // Removed before it was sent.
  expect(inbox.take(musician.person.email)).toEqual([]);
  expect(await app.db.selectFrom('external_calendars').select('id').where('id', '=', id).execute()).toEqual(
    [],
  );
});
