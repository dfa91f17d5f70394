import { describe, expect } from 'vitest';
import * as contract from '#shared/sessions/contract-feed.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/rooms/moves.ts';
import type { TestPerson } from '#test/api/people.ts';

const test = base
  .extend('feeds', ({ app }) => ({
    get: async (person: TestPerson) => (await app.call(contract.getFeed, {}, person)).body.feed,
    make: async (person: TestPerson) => (await app.call(contract.makeFeed, {}, person)).body.url,
    stop: (person: TestPerson) => app.call(contract.stopFeed, {}, person),
    async read(url: string) {
      const answer = await app.http.inject({
        url: new URL(url).pathname,
        headers: { host: 'localhost:4000' },
      });
      return { status: answer.statusCode, type: answer.headers['content-type'], text: answer.body };
    },
  }))
  .extend('client', ({ studio }) => studio.makeClient());

describe('the calendar feed', () => {
  test("holds each side's booked sessions, with the entry's UID, and follows a cancellation", async ({
    clock,
    client,
    feeds,
    studio,
    musician,
    bookingApi,
    start,
  }) => {
    const starts = start.add({ hours: 24 * 20 });
    const { id } = await makeSession(studio, { client, musician, starts, title: 'Night, song' });
    const hold = await makeSession(studio, { client, musician, status: 'prebooked' });
    const url = await feeds.make(client);
    const { status, type, text } = await feeds.read(url);
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text).toContain(`UID:session-${id}@`);
    expect(text).toContain(String.raw`SUMMARY:Night\, song: `);
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n');
    expect(text).not.toContain(`session-${hold.id}@`);
    expect((await feeds.read(url)).text).toBe(text);
    expect((await feeds.read(await feeds.make(musician.person))).text).toContain(`UID:session-${id}@`);
    expect((await feeds.read(await feeds.make(await studio.makeClient()))).text).not.toContain(
      'BEGIN:VEVENT',
    );

    clock.add({ minutes: 61 });
    expect((await bookingApi.cancel(client, id)).status).toBe(200);
    expect((await feeds.read(url)).text).not.toContain('BEGIN:VEVENT');
  });

  test('is read by one address at a time, until it is stopped', async ({ clock, client, feeds }) => {
    expect(await feeds.get(client)).toBeNull();
    const first = await feeds.make(client);
    expect(await feeds.get(client)).toEqual({ made_at: clock.instant.toString(), read_at: null });
    expect((await feeds.read(first)).status).toBe(200);
    expect(await feeds.get(client)).toMatchObject({ read_at: clock.instant.toString() });
    const second = await feeds.make(client);
    expect([(await feeds.read(first)).status, (await feeds.read(second)).status]).toEqual([404, 200]);
    expect((await feeds.stop(client)).status).toBe(200);
    expect((await feeds.read(second)).status).toBe(404);
    expect(await feeds.get(client)).toBeNull();
    expect((await feeds.stop(client)).status).toBe(200);
  });

  test('is not for operators; a malformed address is 400', async ({ app, feeds }) => {
    const operator = await app.people.make('operator');
    expect((await app.call(contract.makeFeed, {}, operator)).status).toBe(403);
    expect((await app.call(contract.getFeed, {})).status).toBe(401);
    expect((await feeds.read('http://localhost/api/v2/calendar-feed/short.ics')).status).toBe(400);
  });
});
