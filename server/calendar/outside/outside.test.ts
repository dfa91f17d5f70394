import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { addCalendar } from '#shared/calendar/contract-outside.ts';
import { READ_FAILURE_TEXTS } from '#shared/calendar/texts-outside.ts';
import { calendarServer, eventAt, icsOf, OUTSIDE_ENV, outsideApi } from '#test/rooms/outside.ts';
import { scheduleFaults } from '#test/rooms/schedule.ts';
import { test as base } from '#test/rooms/booking.ts';
import { readOthers } from './jobs.ts';

const test = base
  .extend('options', { scope: 'file' }, { env: OUTSIDE_ENV })
  .extend('server', async ({}, { onCleanup }) => {
    const server = await calendarServer();
    onCleanup(server.close);
    return server;
  })
  .extend('calendars', ({ app }) => outsideApi(app))
  .extend('musician', ({ studio }) => studio.makeMusician())
  .extend('shown', ({ app, musician }) => async () => {
    const rows = await app.db
      .selectFrom('slots')
      .select('starts_at')
      .where('musician_id', '=', musician.id)
      .where('hidden', '=', false)
      .orderBy('starts_at')
      .execute();
    return rows.map(({ starts_at }) => starts_at.toString());
  });

describe('another calendar', () => {
  test('hides the free slots that it overlaps, until it is removed', async ({
    app,
    clock,
    studio,
    server,
    calendars,
    musician,
    shown,
  }) => {
    const before = await shown();
    const [first, second] = await studio.slotsOf(musician);
    if (first === undefined || second === undefined) throw new Error('no slots');
    server.says(icsOf(eventAt(first.ends_at.subtract({ minutes: 1 }), second.ends_at)));
    const added = await calendars.add(musician, server.url(), ' Private ');
    expect(added).toMatchObject({
      status: 200,
      body: { calendar: { name: 'Private', busy: 1, skipped: 0, failure: null } },
    });
    expect(JSON.stringify(added.body)).not.toContain('secret');
    expect(await shown()).toEqual(before.slice(2));
    expect(await scheduleFaults(app, musician.id, clock.now())).toEqual([]);
    const stored = await app.db.selectFrom('busy_times').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('Nobody');

    const { id } = added.body.calendar;
    expect((await calendars.rename(musician, id, 'Home')).body.calendar.name).toBe('Home');
    expect((await calendars.remove(musician, id)).status).toBe(200);
    expect(await shown()).toEqual(before);
    expect((await calendars.remove(musician, id)).status).toBe(404);
    expect(await calendars.list(musician)).toEqual({ on: true, calendars: [], conflicts: [] });
  });

  test('is read again every 15 minutes, later after failures; what was read last still counts', async ({
    app,
    clock,
    studio,
    server,
    calendars,
    musician,
    shown,
  }) => {
    const [first] = await studio.slotsOf(musician);
    if (first === undefined) throw new Error('no slots');
    const before = await shown();
    await calendars.add(musician, server.url());
    const readDue = async () => {
      const had = server.requests();
      await readOthers.run(app.ctx(), {});
      await app.queues.drain();
      return server.requests() - had;
    };
    expect(await readDue()).toBe(0);
    clock.add({ minutes: 17 });
    server.says(icsOf(eventAt(first.starts_at, first.ends_at)));
    expect(await readDue()).toBe(1);
    expect(await shown()).toEqual(before.slice(1));
    expect(await readDue()).toBe(0);

    server.answers((_, response) => response.writeHead(503).end());
    const waits = [];
    for (const minutes of [17, 17, 32, 62, 122, 242, 362, 362]) {
      clock.add({ minutes });
      waits.push(await readDue());
    }
    expect(waits).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    clock.add({ minutes: 359 });
    expect(await readDue()).toBe(0);
    expect(await calendars.list(musician)).toMatchObject({
      calendars: [{ failure: 'server_error', last_ok_at: app.start.add({ minutes: 17 }).toString() }],
    });
    expect(await shown()).toEqual(before.slice(1));
  });
});

const EACH_SECOND = icsOf(['DTSTART:20261124T100000Z', 'DURATION:PT1M', 'RRULE:FREQ=SECONDLY']);

describe('an address', () => {
  const page = '<!doctype html><title>Sign in</title>';
  const bomb = gzipSync(Buffer.alloc(50_000_000));

  test.for<[string, RequestListener, string]>([
    [
      'that announces 10 GB',
      (_, response) => response.writeHead(200, { 'content-length': 10_000_000_000 }).write('BEGIN:VCALENDAR'),
      'This calendar is larger than 5 MB.',
    ],
    [
      'that sends without end',
      (_, response) => {
        const send = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(100_000, 'a')));
          response.once('drain', send);
        };
        send();
      },
      'This calendar is larger than 5 MB.',
    ],
    [
      'that unpacks to 50 MB',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
      'This calendar is larger than 5 MB.',
    ],
    [
      'that leads to the metadata of a cloud',
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
      'This address leads into a private network, which we do not read.',
    ],
    [
      'that leads to itself',
      (_, response) => response.writeHead(302, { location: '' }).end(),
      'This address leads on to too many others.',
    ],
    [
      'that wants a password',
      (_, response) => response.writeHead(401).end(),
      "The calendar's server does not let us read it. Publish the calendar, or copy its secret address.",
    ],
    [
      'that is gone',
      (_, response) => response.writeHead(410).end(),
      'There is no calendar at this address. Copy it once more from your calendar.',
    ],
    [
      'that is a page to sign in',
      (_, response) => response.setHeader('content-type', 'text/html').end(page),
      'What is at this address is not a calendar. Copy the address that ends in .ics.',
    ],
    [
      'that is nonsense',
      (_, response) => response.end(Buffer.from([0, 255, 1, 254])),
      'What is at this address is not a calendar. Copy the address that ends in .ics.',
    ],
    [
      'with an event each second for ever',
      (_, response) => response.end(EACH_SECOND),
      'This calendar has more events than we can read.',
    ],
    [
      'that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': 99 }).write('BEGIN', () => response.destroy());
      },
      "The calendar's server does not answer properly.",
    ],
  ])(
    '%s: a clear line, nothing else',
    async ([, listener, line], { app, server, calendars, musician, shown }) => {
      const before = await shown();
      server.answers(listener);
      const refused = await calendars.add(musician, server.url());
      expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
        422,
        'unreadable',
        line,
      ]);
      expect((await calendars.list(musician)).calendars).toEqual([]);

      server.says(icsOf());
      const { id } = (await calendars.add(musician, server.url())).body.calendar;
      server.answers(listener);
      const read = await calendars.read(musician, id);
      const { failure } = read.body.calendar;
      expect([read.status, failure && READ_FAILURE_TEXTS[failure]]).toEqual([200, line]);
      expect(await shown()).toEqual(before);
      const busy = app.db.selectFrom('busy_times').selectAll().where('musician_id', '=', musician.id);
      expect(await busy.execute()).toEqual([]);
    },
  );

  test.for<[string, string]>([
    ['http://10.1.2.3/a.ics', 'This address leads into a private network, which we do not read.'],
    [
      'http://[::ffff:169.254.169.254]/a.ics',
      'This address leads into a private network, which we do not read.',
    ],
    ['http://0x0a000001/', 'This address leads into a private network, which we do not read.'],
    ['file:///etc/passwd', 'This is not the address of a calendar. It begins with https:// or webcal://.'],
    [
      'http://me:secret@127.0.0.1/',
      'This is not the address of a calendar. It begins with https:// or webcal://.',
    ],
    ['my calendar', 'This is not the address of a calendar. It begins with https:// or webcal://.'],
    ['http://127.0.0.1:1/', "The calendar's server does not answer properly."],
  ])('%s is refused: %s', async ([url, line], { calendars, musician }) => {
    const refused = await calendars.add(musician, url);
    expect([refused.status, refused.problem.detail]).toEqual([422, line]);
    expect(JSON.stringify(refused.problem)).not.toContain('secret');
  });

  test('is one of three at most, each once, and nobody else’s', async ({
    app,
    studio,
    server,
    calendars,
    musician,
  }) => {
    const add = (name: string) => calendars.add(musician, server.url(name));
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'd', 'a'].map(add));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 200).map(({ problem }) => problem.code);
    expect(new Set(refused)).toEqual(new Set(['too_many_calendars', 'known_address']));
    const { calendars: own } = await calendars.list(musician);
    expect(own).toHaveLength(3);
    expect(own.map(({ name, host }) => [name, host])).toEqual(
      own.map(() => ['127.0.0.1', new URL(server.url()).host]),
    );
    const other = await studio.makeMusician();
    for (const id of own.map((one) => one.id)) {
      expect((await calendars.read(other, id)).status).toBe(404);
      expect((await calendars.rename(other, id, 'Mine')).status).toBe(404);
      expect((await calendars.remove(other, id)).status).toBe(404);
    }
    const client = await studio.makeClient();
    const body = { url: server.url(), name: '' };
    expect((await app.call(addCalendar, { body }, client)).status).toBe(403);
  });
});

test('an unchanged calendar is not read anew, but once in 12 hours', async ({
  clock,
  server,
  calendars,
  musician,
}) => {
  const [day, ends] = [inDays(clock.instant, 91), inDays(clock.instant, 93)];
  let whole = 0;
  server.answers((request, response) => {
    if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
    whole += 1;
    return void response.setHeader('etag', '"1"').end(icsOf(eventAt(day, ends)));
  });
  const { id } = (await calendars.add(musician, server.url())).body.calendar;
  const read = async () => (await calendars.read(musician, id)).body.calendar;
  expect([(await read()).busy, whole]).toEqual([1, 1]);
  clock.add({ minutes: 11 * 60 });
  expect([(await read()).failure, whole]).toEqual([null, 1]);
  clock.add({ minutes: 61 });
  expect([(await read()).last_ok_at, whole]).toEqual([clock.instant.toString(), 2]);
});

const inDays = (now: Temporal.Instant, days: number) => now.add({ hours: days * 24 });
