import { describe, expect } from 'vitest';
import { getSession } from '#shared/sessions/contract.ts';
import { test as base } from '#test/rooms/holds.ts';
import { sweepHolds } from './jobs.ts';

const test = base.extend(
  'justBefore',
  { scope: 'file' },
  ({ start }) =>
    (minutes: number) =>
      start.add({ minutes }).subtract({ milliseconds: 1 }),
);

describe('extend', () => {
  test('gives 10 minutes more, to the session and to its slots', async ({
    app,
    start,
    studio,
    bookingApi,
    makeHold,
    justBefore,
  }) => {
    const { client, id, slot } = await makeHold();
    app.clock.instant = justBefore(15);
    const answer = await bookingApi.extend(client, id);
    expect(answer.body.session).toMatchObject({
      hold_expires_at: '2026-11-21T12:25:00Z',
      hold_extended: true,
    });
    app.clock.instant = justBefore(25);
    const other = await studio.makeClient();
    expect((await bookingApi.prebook(other, [slot])).status).toBe(409);
    app.clock.instant = start.add({ minutes: 25 });
    expect((await bookingApi.prebook(other, [slot])).status).toBe(201);
  });

  test('only once', async ({ bookingApi, makeHold }) => {
    const { client, id } = await makeHold();
    await bookingApi.extend(client, id);
    expect((await bookingApi.extend(client, id)).problem).toMatchObject({
      status: 409,
      code: 'already_extended',
    });
  });

  test('32 at once lengthen it once', async ({ bookingApi, makeHold }) => {
    const { client, id } = await makeHold();
    const answers = await Promise.all(Array.from({ length: 32 }, () => bookingApi.extend(client, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ problem }) => problem.code === 'already_extended')).toHaveLength(31);
  });

  test('not from the instant of its expiry on', async ({ app, start, bookingApi, makeHold }) => {
    const { client, id } = await makeHold();
    app.clock.instant = start.add({ minutes: 15 });
    expect((await bookingApi.extend(client, id)).problem).toMatchObject({
      status: 404,
      detail: 'This hold is over. Please choose a time again.',
    });
  });

  test('not what is booked, unknown, somebody else’s, or malformed', async ({
    studio,
    bookingApi,
    musician,
    makeHold,
  }) => {
    const { client, id, slot } = await makeHold();
    const other = await studio.makeClient();
    expect((await bookingApi.extend(other, id)).status).toBe(404);
    expect((await bookingApi.extend(null, id)).status).toBe(401);
    expect((await bookingApi.extend(musician.person, id)).status).toBe(403);
    expect((await bookingApi.extend(client, 99)).status).toBe(404);
    expect((await bookingApi.extend(client, 0.5)).status).toBe(400);
    await bookingApi.confirm(client, id);
    expect((await bookingApi.extend(client, id)).status).toBe(404);
    expect((await bookingApi.prebook(other, [slot])).status).toBe(409);
  });
});

describe('release', () => {
  test('frees the slot at once and leaves nothing', async ({ app, studio, bookingApi, makeHold }) => {
    const { client, id, slot } = await makeHold();
    expect((await bookingApi.release(client, id)).body).toEqual({ ok: true });
    expect((await app.call(getSession, { params: { id } }, client)).status).toBe(404);
    expect((await bookingApi.release(client, id)).status).toBe(404);
    expect((await bookingApi.prebook(await studio.makeClient(), [slot])).status).toBe(201);
  });

  test('not an expired hold, a booked session, or what is not theirs', async ({
    app,
    start,
    studio,
    bookingApi,
    musician,
    makeHold,
  }) => {
    const { client, id } = await makeHold();
    const other = await studio.makeClient();
    expect((await bookingApi.release(other, id)).status).toBe(404);
    expect((await bookingApi.release(null, id)).status).toBe(401);
    expect((await bookingApi.release(musician.person, id)).status).toBe(403);
    expect((await bookingApi.release(client, -1)).status).toBe(400);
    await bookingApi.confirm(client, id);
    expect((await bookingApi.release(client, id)).status).toBe(404);
    const late = await makeHold();
    app.clock.instant = start.add({ minutes: 15 });
    expect((await bookingApi.release(late.client, late.id)).status).toBe(404);
  });
});

describe('an expired hold', () => {
  test('is 404 from its instant on, and confirming it 409 even if nobody took it', async ({
    app,
    start,
    bookingApi,
    makeHold,
  }) => {
    const { client, id } = await makeHold();
    app.clock.instant = start.add({ minutes: 15 });
    expect((await app.call(getSession, { params: { id } }, client)).status).toBe(404);
    expect((await bookingApi.confirm(client, id)).problem).toMatchObject({
      status: 409,
      code: 'hold_expired',
    });
  });

  test('is deleted with its claims a day later, a live one and a booked session stay', async ({
    app,
    start,
    studio,
    bookingApi,
    slots,
    makeHold,
  }) => {
    const old = await makeHold();
    const booked = await makeHold();
    await bookingApi.confirm(booked.client, booked.id);
    app.clock.instant = start.add({ hours: 24, minutes: 15 });
    const client = await studio.makeClient();
    const [slot] = slots.splice(-1);
    const live = await bookingApi.hold(client, slot ? [slot] : []);
    await sweepHolds.run(app.ctx(), {});
    const left = await app.db.selectFrom('sessions').select('id').execute();
    expect(left.map(({ id }) => id)).not.toContain(old.id);
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([booked.id, live.id]));
    const claims = await app.db.selectFrom('slot_claims').select('session_id').execute();
    expect(claims.map(({ session_id }) => session_id)).not.toContain(old.id);
    expect(claims.map(({ session_id }) => session_id)).toEqual(expect.arrayContaining([booked.id, live.id]));
  });
});
