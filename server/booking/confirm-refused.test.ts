import { describe, expect } from 'vitest';
import { grant } from '../credits/steps.ts';
import { type FormChanges } from '#test/rooms/booking.ts';
import { test } from '#test/rooms/holds.ts';

describe('credits', () => {
  test('too few: the requirement’s words with how many are missing, nothing taken', async ({
    app,
    start,
    studio,
    bookingApi,
    slots,
    expectUnconfirmed,
  }) => {
    app.clock.instant = start;
    const client = await studio.makeClient({ credits: 1 });
    const day = slots.splice(0, 3);
    const hold = await bookingApi.hold(client, day);
    const answer = await bookingApi.confirm(client, hold.id);
    expect(answer.problem).toMatchObject({
      status: 422,
      code: 'not_enough_credits',
      detail: 'You need 2 more credit(s) to book this session.',
    });
    await expectUnconfirmed(client, hold.id);
  });

  test('none: the requirement’s other words', async ({ bookingApi, makeHold, expectUnconfirmed }) => {
    const { client, id } = await makeHold({ credits: 0 });
    expect((await bookingApi.confirm(client, id)).problem.detail).toBe(
      'You need more credits to book this session.',
    );
    await expectUnconfirmed(client, id);
  });

  test('that have expired do not pay, soonest expiry pays first', async ({
    app,
    studio,
    bookingApi,
    slots,
    makeHold,
  }) => {
    const { client, id } = await makeHold({ credits: 0 });
    const give = (grantKey: string, hours: number) =>
      studio.inTx((tx, now) =>
        grant(tx, {
          personId: client.id,
          source: 'operator',
          amount: 1,
          expiresAt: now.add({ hours }),
          grantKey: `${grantKey} ${id}`,
          now,
        }),
      );
    await give('late', 48);
    const soon = await give('soon', 24);
    await bookingApi.confirm(client, id);
    const used = (await bookingApi.ledger(client)).find(({ remaining }) => remaining === 0);
    expect(used?.id).toBe(soon);
    app.clock.add({ hours: 48 });
    const next = await bookingApi.hold(client, slots.splice(-1));
    expect((await bookingApi.confirm(client, next.id)).problem.code).toBe('not_enough_credits');
  });
});

describe('limits', () => {
  test('the plan’s concurrency is 409, and the hold stays', async ({ bookingApi, nextSlot, makeHold }) => {
    const { client, id } = await makeHold({ concurrency: 1 });
    await bookingApi.confirm(client, id);
    const second = await bookingApi.hold(client, [nextSlot()]);
    const answer = await bookingApi.confirm(client, second.id);
    expect(answer.problem).toMatchObject({
      status: 409,
      code: 'concurrency_limit',
      detail: 'Your plan does not allow more upcoming sessions at a time.',
    });
    expect((await bookingApi.extend(client, second.id)).status).toBe(200);
  });

  test('30 booked sessions are the most; one that is over or cancelled makes room', async ({
    app,
    start,
    studio,
    bookingApi,
  }) => {
    app.clock.instant = start;
    const client = await studio.makeClient({ credits: 40, concurrency: 100 });
    const busy = await studio.makeMusician();
    const free = await studio.slotsOf(busy);
    let first = 0;
    for (const [n, slot] of free.splice(0, 30).entries()) {
      // 20 holds an hour are the most.
      if (n === 15) app.clock.add({ minutes: 60 });
      const { id } = await bookingApi.book(client, [slot]);
      first ||= id;
    }
    const next = await bookingApi.hold(client, free.splice(0, 1));
    expect((await bookingApi.confirm(client, next.id)).problem).toMatchObject({
      status: 409,
      code: 'session_limit',
      detail: 'You already have 30 sessions booked. You can book the next one when one of them is over.',
    });
    await bookingApi.cancel(client, first);
    expect((await bookingApi.confirm(client, next.id)).status).toBe(201);
  });
});

const long = (n: number) => 'x'.repeat(n);

describe('the form', () => {
  test.for([
    [{ session_info: { title: '' } }, 'session_info.title', 'You need to provide a track name'],
    [{ session_info: { title: long(255) } }, 'session_info.title', 'Track Name is too long'],
    [
      { session_info: { title: 'Song', reference_track: 'like Prince' } },
      'session_info.reference_track',
      'Seems like you are entering something that is not a link. You can leave comments in the deliverables section.',
    ],
    [
      { session_info: { title: 'Song', meter: long(255) } },
      'session_info.meter',
      'Please use at most 254 characters.',
    ],
    [
      { session_info: { title: 'Song', bpm: long(255) } },
      'session_info.bpm',
      'Please use at most 254 characters.',
    ],
    [{ deliverables: { attendance: true } }, 'deliverables.files_format', 'Required'],
    [{ message: long(1001) }, 'message', 'Please use at most 1000 characters.'],
  ] as const)(
    '%j is 422 and names %s',
    async ([changes, field, message], { bookingApi, makeHold, expectUnconfirmed }) => {
      const { client, id } = await makeHold();
      const answer = await bookingApi.confirm(client, id, changes);
      expect(answer.problem).toMatchObject({ status: 422, code: 'invalid', errors: [{ field, message }] });
      await expectUnconfirmed(client, id);
    },
  );

  test('all that is wrong is named at once', async ({ bookingApi, makeHold }) => {
    const { client, id } = await makeHold();
    const answer = await bookingApi.confirm(client, id, {
      session_info: { title: ' ', meter: long(255) },
      message: long(1001),
    });
    expect(answer.problem.errors?.map(({ field }) => field)).toEqual([
      'session_info.title',
      'session_info.meter',
      'message',
    ]);
  });

  test('nobody attends an offline session, of a musician or of a service', async ({
    app,
    start,
    studio,
    bookingApi,
  }) => {
    const away = await studio.makeMusician({ sessionsType: 'offline' });
    const [slot] = await studio.slotsOf(away);
    app.clock.instant = start;
    const client = await studio.makeClient();
    const hold = await bookingApi.hold(client, slot ? [slot] : []);
    expect((await bookingApi.confirm(client, hold.id)).problem.errors?.[0]?.field).toBe(
      'deliverables.attendance',
    );
    const deliverables = { files_format: 'WAV', attendance: false };
    expect((await bookingApi.confirm(client, hold.id, { deliverables })).status).toBe(201);
  });

  test('characters that no database keeps are 400, a field of the wrong kind too', async ({
    bookingApi,
    makeHold,
    expectUnconfirmed,
  }) => {
    const { client, id } = await makeHold();
    expect((await bookingApi.confirm(client, id, { session_info: { title: 'a\0b' } })).status).toBe(400);
    const wrong = { session_info: { title: 7 } } as unknown as FormChanges;
    expect((await bookingApi.confirm(client, id, wrong)).status).toBe(400);
    await expectUnconfirmed(client, id);
  });
});
