import { expect } from 'vitest';
import { confirm, prebook } from '#shared/booking/contract.ts';
import { roundTrips, type RoundTrips } from '#test/api/round-trips.ts';
import { test } from '#test/rooms/free-days.ts';
import { pick } from '#test/rooms/moves.ts';

const LOCK = /for no key update$/;

/** Statements that wait for others' locks come before what is read under them. */
function expectLocksFirst(trips: RoundTrips): void {
  for (const statements of trips.slice(0, 3)) {
    const kinds = statements.filter((text) => text !== 'begin').map((text) => LOCK.test(text.trim()));
    expect(kinds).toEqual(kinds.toSorted((a, b) => Number(b) - Number(a)));
  }
}

/** Not the studio's settings, which are read every two seconds. */
const isBooking = (trip: readonly string[]): boolean =>
  !trip.some((text) => /from "(content_documents|flags)"/.test(text));

test('a booking costs 11 round trips to the database', async ({ app, studio, freeDay }) => {
  const client = await studio.makeClient();
  const [slot] = pick(await freeDay(), 0);
  const [id = '', service_id] = [slot?.id, studio.service('recording')];
  let session_id = 0;
  const held = await roundTrips(async () => {
    const body = { slots: [id], primary_slot: id, options: { service_id } };
    const answer = await app.call(prebook, { body }, client);
    expect(answer.status).toBe(201);
    session_id = answer.body.session.id;
  });
  const booked = await roundTrips(async () => {
    const deliverables = { files_format: 'WAV', attendance: true };
    const body = { session_id, session_info: { title: 'Song' }, message: 'Hello', deliverables };
    expect((await app.call(confirm, { body }, client)).status).toBe(201);
  });
  expect(held.filter(isBooking).length).toBeLessThanOrEqual(5);
  expect(booked.filter(isBooking).length).toBeLessThanOrEqual(6);
  expectLocksFirst(held);
  expectLocksFirst(booked);
});
