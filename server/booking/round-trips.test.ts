import { describe, expect } from 'vitest';
import { confirm, prebook } from '#shared/booking/contract.ts';
import { listPartners, listSlots } from '#shared/explore/contract.ts';
import { musicianPage } from '#shared/explore/contract-page.ts';
import { listMessages, postMessage } from '#shared/messages/contract.ts';
import { getSession, listSessions } from '#shared/sessions/contract.ts';
import { roundTrips, type RoundTrips } from '#test/api/round-trips.ts';
import { test as base } from '#test/rooms/booking.ts';

const LOCK = /for no key update$/;

/** Statements that wait for others' locks come before what is read under them. */
function expectLocksFirst(trips: RoundTrips): void {
  for (const statements of trips.slice(0, 3)) {
    const kinds = statements.filter((text) => text !== 'begin').map((text) => LOCK.test(text.trim()));
    expect(kinds).toEqual(kinds.toSorted((a, b) => Number(b) - Number(a)));
  }
}

/** Not the studio's settings, which are read every two seconds. */
const isCall = (trip: readonly string[]): boolean =>
  !trip.some((text) => /from "(content_documents|flags)"/.test(text));

const test = base
  .extend('client', ({ studio }) => studio.makeClient())
  /** The round trips of a call, which succeeds. */
  .extend(
    'trips',
    { scope: 'file' },
    () =>
      async (call: () => Promise<{ readonly status: number }>): Promise<RoundTrips> => {
        const trips = await roundTrips(async () => expect((await call()).status).toBeOneOf([200, 201]));
        return trips.filter(isCall);
      },
  )
  .extend('musician', ({ studio }) => studio.makeMusician())
  /** Half hours in a row, ten days from now. */
  .extend('slots', async ({ studio, musician }) => (await studio.slotsOf(musician)).slice(80, 88))
  .extend('booked', ({ bookingApi, client, slots }) => bookingApi.book(client, slots.splice(0, 1)))
  /** The caller's verbs, by the name that the table has for them. */
  .extend('verbs', ({ app, clock, musician, bookingApi, client, slots, booked }) => {
    const { id: session_id, thread_id } = booked;
    const hold = async () => (await bookingApi.hold(client, slots.splice(0, 1))).id;
    const body = { thread_id: thread_id ?? '', body: 'Hello' };
    return {
      'hold over an earlier hold': async () => {
        await hold();
        return () => bookingApi.prebook(client, slots.slice(0, 1));
      },
      'extend a hold': async () => {
        const id = await hold();
        return () => bookingApi.extend(client, id);
      },
      'release a hold': async () => {
        const id = await hold();
        return () => bookingApi.release(client, id);
      },
      cancel: async () => () => bookingApi.cancel(client, session_id),
      move: async () => {
        // Only an hour after booking, by when the login is renewed: the first call then writes that down.
        clock.add({ minutes: 61 });
        await app.call(getSession, { params: { id: session_id } }, client);
        return () => bookingApi.move(client, session_id, slots.slice(0, 1));
      },
      edit: async () => () => bookingApi.edit(client, session_id, { session_info: { title: 'Another' } }),
      'post a message': async () => () => app.call(postMessage, { body }, client),
      'read messages': async () => () =>
        app.call(listMessages, { params: { threadId: thread_id ?? '' } }, client),
      'list sessions': async () => () => app.call(listSessions, { query: {} }, client),
      'show a session': async () => () => app.call(getSession, { params: { id: session_id } }, client),
      'list musicians': async () => () => app.call(listPartners, { query: {} }, client),
      'show a musician': async () => () =>
        app.call(musicianPage, { params: { slug: musician.slug } }, client),
      'list slots': async () => () => app.call(listSlots, { params: { id: musician.id }, query: {} }, client),
    } as const;
  });

describe('round trips to the database', () => {
  test('a booking costs 11', async ({ app, studio, slots, client, trips }) => {
    const [slot] = slots;
    const [id = '', service_id] = [slot?.id, studio.service('recording')];
    let session_id = 0;
    const held = await trips(async () => {
      const body = { slots: [id], primary_slot: id, options: { service_id } };
      const answer = await app.call(prebook, { body }, client);
      session_id = answer.body.session.id;
      return answer;
    });
    const booked = await trips(() => {
      const deliverables = { files_format: 'WAV', attendance: true };
      const body = { session_id, session_info: { title: 'Song' }, message: 'Hello', deliverables };
      return app.call(confirm, { body }, client);
    });
    expect(held.length).toBeLessThanOrEqual(5);
    expect(booked.length).toBeLessThanOrEqual(6);
    expectLocksFirst(held);
    expectLocksFirst(booked);
  });

  test.for([
    ['hold over an earlier hold', 6],
    ['extend a hold', 5],
    ['release a hold', 5],
    ['cancel', 6],
    ['move', 6],
    ['edit', 6],
    ['post a message', 6],
    ['read messages', 2],
    ['list sessions', 2],
    ['show a session', 2],
    ['list musicians', 3],
    ['show a musician', 6],
    ['list slots', 4],
  ] as const)('to %s: at most %i', async ([name, most], { verbs, trips }) => {
    const made = await trips(await verbs[name]());
    expect(made.slice(most)).toEqual([]);
  });
});
