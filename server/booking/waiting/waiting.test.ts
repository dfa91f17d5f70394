import { describe, expect } from 'vitest';
import { musicianCalendar } from '#shared/explore/contract.ts';
import { changeSchedule, getSchedule } from '#shared/calendar/contract-schedule.ts';
import { listBookingTimes } from '#shared/operator/contract-session-verbs.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { test } from '#test/rooms/waiting.ts';

const NOBODY = '01900000-0000-7000-8000-000000000000';

describe('joining', () => {
  test('puts one last, says the place, and is refused where a time that fits is free', async ({
    makeBusy,
    waitingApi,
    ann,
    bob,
  }) => {
    const { musician } = await makeBusy();
    const joined = await waitingApi.join(ann, musician, { days: [3], from: '09:00', to: '12:00' });
    expect(joined.status).toBe(201);
    expect(joined.body.waiting).toMatchObject({
      position: 1,
      days: [3],
      from: '09:00',
      to: '12:00',
      offer: null,
    });
    expect((await waitingApi.join(ann, musician)).problem).toMatchObject({
      status: 409,
      code: 'already_waiting',
    });
    expect((await waitingApi.join(bob, musician)).body.waiting.position).toBe(2);
    expect(await waitingApi.list(ann)).toMatchObject([{ partner: { id: musician.id, name: 'Rafa Sol' } }]);

    const other = await makeBusy({ hours: ['10:00', '15:00'], free: 1 });
    const refused = await waitingApi.join(ann, other.musician);
    expect(refused.problem).toMatchObject({ status: 409, code: 'free_now' });
  });

  test('is refused for nonsense, strangers, musicians, an unknown musician and an eleventh list', async ({
    makeBusy,
    waitingApi,
    studio,
    ann,
  }) => {
    const { musician } = await makeBusy();
    for (const bad of [
      { days: [] },
      { days: [3, 3] },
      { days: [8] },
      { from: '25:00' },
      { to: '9' },
      { partner_id: 'x' },
    ])
      expect((await waitingApi.join(ann, musician, bad)).status).toBe(400);
    expect((await waitingApi.join(null, musician)).status).toBe(401);
    expect((await waitingApi.join(musician.person, musician)).status).toBe(403);
    expect((await waitingApi.join(ann, musician, { partner_id: NOBODY })).status).toBe(404);
    const service_id = studio.service('mixing');
    expect((await waitingApi.join(ann, musician, { service_id })).problem.code).toBe('other_service');
    for (let n = 0; n < 10; n += 1) {
      const none = await studio.makeMusician({ hours: [] });
      expect((await waitingApi.join(ann, none)).status).toBe(201);
    }
    expect((await waitingApi.join(ann, musician)).problem.code).toBe('too_many_waits');
  });
});

describe('changing days and hours', () => {
  test('keeps the place in line, narrower or wider, and an offer; a free time that fits then is offered', async ({
    app,
    makeBusy,
    waitingApi,
    bookingApi,
    drain,
    ann,
    bob,
  }) => {
    const { musician, booker, sessions } = await makeBusy();
    const { id } = (await waitingApi.join(ann, musician, { days: [1] })).body.waiting;
    await waitingApi.join(bob, musician, { days: [2] });
    const narrow = await waitingApi.change(ann, id, { days: [1, 2], from: '09:00', to: '10:00' });
    expect(narrow.body.waiting).toMatchObject({ id, position: 1, days: [1, 2], from: '09:00', to: '10:00' });
    await bookingApi.cancel(booker, sessions[2] ?? 0);
    await drain();
    expect([await waitingApi.offerOf(ann), await waitingApi.offerOf(bob)]).toEqual([null, null]);

    expect((await waitingApi.change(ann, id, { days: [3] })).body.waiting.position).toBe(1);
    await drain();
    const offer = await waitingApi.offerOf(ann);
    expect(offer).not.toBe(null);
    const kept = await waitingApi.change(ann, id, { days: [1] });
    expect(kept.body.waiting.offer?.id).toBe(offer?.id);
    await drain();
    expect((await waitingApi.accept(ann, offer?.id ?? '')).status).toBe(201);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('is refused for nonsense, strangers and a wait that is over', async ({
    makeBusy,
    waitingApi,
    ann,
    bob,
  }) => {
    const { musician } = await makeBusy();
    const { id } = (await waitingApi.join(ann, musician)).body.waiting;
    for (const bad of [{ days: [] }, { days: [8] }, { from: '25:00' }])
      expect((await waitingApi.change(ann, id, bad)).status).toBe(400);
    expect((await waitingApi.change(null, id)).status).toBe(401);
    expect((await waitingApi.change(musician.person, id)).status).toBe(403);
    expect((await waitingApi.change(bob, id)).problem.code).toBe('not_found');
    await waitingApi.leave(ann, id);
    expect((await waitingApi.change(ann, id)).problem.code).toBe('not_found');
  });
});

describe('a time that returns', () => {
  test('is offered to the first in line whom it fits, for 30 minutes, by mail too; nobody else can have it', async ({
    app,
    clock,
    makeBusy,
    waitingApi,
    bookingApi,
    studio,
    inbox,
    drain,
    ann,
    bob,
  }) => {
    const { musician, booker, slots, sessions } = await makeBusy();
    await waitingApi.join(ann, musician, { days: [1, 2] });
    await waitingApi.join(bob, musician, { days: [3] });
    await drain();
    await bookingApi.cancel(booker, sessions[2] ?? 0);
    await drain();
    expect(await waitingApi.offerOf(ann)).toBe(null);
    const offer = await waitingApi.offerOf(bob);
    expect(offer).toMatchObject({
      start_date: slots[2]?.starts_at.toString(),
      expires_at: clock.now().add({ minutes: 30 }).toString(),
      price: 1,
    });
    const [mail, ...more] = inbox.take(bob.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Rafa Sol is free: Wed /);
    expect(mail?.text).toMatch(/^Kept until: /m);
    expect(mail?.text).toContain(`/sessions?offered=${offer?.id}`);

    const day = slots[2]?.starts_at.toZonedDateTimeISO('UTC').toPlainDate().toString() ?? '';
    const query = { timezone: 'UTC', from_date: day, to_date: day };
    const seen = await app.call(musicianCalendar, { query }, musician.person);
    expect(seen.body.slots).toMatchObject([
      { status: 'prebooked', session_id: null, client_name: null, offered_until: offer?.expires_at },
    ]);

    const carol = await studio.makeClient();
    const taken = slots.slice(2, 3);
    expect((await bookingApi.prebook(carol, taken)).problem.code).toBe('slot_taken');
    const operator = await app.people.make('operator');
    const wanted = { client: carol.id, musician: musician.id, service: studio.service('recording') };
    const listed = await app.call(listBookingTimes, { query: wanted }, operator);
    expect(listed.body.times.map(({ starts_at }) => starts_at)).not.toContain(offer?.start_date);
    expect((await waitingApi.accept(carol, offer?.id ?? '')).problem.code).toBe('not_found');
    expect((await waitingApi.decline(carol, offer?.id ?? '')).problem.code).toBe('not_found');
    expect((await waitingApi.accept(null, offer?.id ?? '')).status).toBe(401);

    const accepted = await waitingApi.accept(bob, offer?.id ?? '');
    expect(accepted.status).toBe(201);
    expect(accepted.body.session).toMatchObject({ status: 'prebooked', start_date: offer?.start_date });
    expect((await waitingApi.accept(bob, offer?.id ?? '')).problem.code).toBe('offer_over');
    expect(await waitingApi.list(bob)).toHaveLength(1);
    expect((await bookingApi.confirm(bob, accepted.body.session.id)).status).toBe(201);
    expect(await waitingApi.list(bob)).toEqual([]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('goes to the next when it is declined, when it runs out, and is then free for all; nobody is asked twice', async ({
    app,
    clock,
    makeBusy,
    waitingApi,
    bookingApi,
    studio,
    settle,
    drain,
    ann,
    bob,
  }) => {
    const { musician, booker, slots, sessions } = await makeBusy();
    for (const person of [ann, bob]) await waitingApi.join(person, musician);
    await bookingApi.cancel(booker, sessions[4] ?? 0);
    await drain();
    const first = await waitingApi.offerOf(ann);
    expect((await waitingApi.decline(ann, first?.id ?? '')).status).toBe(200);
    await drain();
    expect(await waitingApi.offerOf(ann)).toBe(null);
    const second = await waitingApi.offerOf(bob);
    expect(second?.start_date).toBe(first?.start_date);
    clock.add({ minutes: 30 });
    expect(await waitingApi.offerOf(bob)).toBe(null);
    expect((await waitingApi.accept(bob, second?.id ?? '')).problem.code).toBe('offer_over');
    await settle();
    expect((await waitingApi.list(ann)).map(({ position, offer }) => [position, offer])).toEqual([[1, null]]);
    expect((await waitingApi.list(bob)).map(({ position, offer }) => [position, offer])).toEqual([[2, null]]);
    const carol = await studio.makeClient();
    const hold = await bookingApi.hold(carol, slots.slice(4, 5));
    await bookingApi.release(carol, hold.id);
    await drain();
    expect([await waitingApi.offerOf(ann), await waitingApi.offerOf(bob)]).toEqual([null, null]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('is not offered when it begins within the hour', async ({
    clock,
    makeBusy,
    waitingApi,
    bookingApi,
    drain,
    ann,
  }) => {
    const { musician, booker, slots, sessions } = await makeBusy();
    await waitingApi.join(ann, musician);
    const [first, second] = slots;
    if (first === undefined || second === undefined) throw new Error('too few slots');
    clock.instant = first.starts_at.subtract({ minutes: 59 });
    await bookingApi.cancel(booker, sessions[0] ?? 0);
    await drain();
    expect(await waitingApi.offerOf(ann)).toBe(null);
    clock.instant = second.starts_at.subtract({ minutes: 60 });
    await bookingApi.cancel(booker, sessions[1] ?? 0);
    await drain();
    expect((await waitingApi.offerOf(ann))?.start_date).toBe(second.starts_at.toString());
  });

  test('by a moved session, a hold that runs out, added hours: each is offered', async ({
    app,
    clock,
    makeBusy,
    waitingApi,
    bookingApi,
    studio,
    settle,
    drain,
    ann,
  }) => {
    const moved = await makeBusy({ hours: ['10:00', '15:00'], free: 1 });
    await waitingApi.join(ann, moved.musician, { to: '12:00' });
    const free = (await studio.slotsOf(moved.musician)).at(-1);
    if (free === undefined) throw new Error('no slot');
    clock.instant = free.starts_at.subtract({ hours: 24 * 40 });
    const last = moved.slots.findLastIndex(({ starts_at }) => starts_at.toString().includes('T10:00'));
    const answer = await bookingApi.move(
      moved.bookers[Math.floor(last / 15)] ?? null,
      moved.sessions[last] ?? 0,
      [free],
    );
    expect(answer.status).toBe(200);
    await drain();
    expect((await waitingApi.offerOf(ann))?.start_date).toBe(moved.slots[last]?.starts_at.toString());

    const bob = await studio.makeClient();
    const held = await makeBusy();
    const { booker, sessions, slots } = held;
    await bookingApi.cancel(booker, sessions[3] ?? 0);
    await bookingApi.hold(ann, slots.slice(3, 4));
    await waitingApi.join(bob, held.musician);
    await drain();
    expect(await waitingApi.offerOf(bob)).toBe(null);
    clock.add({ minutes: 15 });
    await settle();
    expect((await waitingApi.offerOf(bob))?.start_date).toBe(slots[3]?.starts_at.toString());

    const none = await studio.makeMusician({ hours: [] });
    const carol = await studio.makeClient();
    await waitingApi.join(carol, none);
    const { version } = (await app.call(getSchedule, {}, none.person)).body;
    const hours = [{ weekday: 4, from: '18:00', unit_minutes: 30, category: 'instruments' }];
    const valid_from = clock.now().toZonedDateTimeISO(none.zone).toPlainDate().toString();
    await app.call(
      changeSchedule,
      { body: { version, change: { kind: 'hours', valid_from, hours } } },
      none.person,
    );
    await drain();
    expect(await waitingApi.offerOf(carol)).not.toBe(null);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('that the musician takes off while it is offered is taken back, and may be offered again', async ({
    app,
    makeBusy,
    waitingApi,
    bookingApi,
    drain,
    ann,
  }) => {
    const { musician, booker, slots, sessions } = await makeBusy();
    await waitingApi.join(ann, musician);
    await bookingApi.cancel(booker, sessions[5] ?? 0);
    await drain();
    const offer = await waitingApi.offerOf(ann);
    const day = slots[5]?.starts_at.toZonedDateTimeISO(musician.zone).toPlainDate().toString() ?? '';
    const change = async (of: object) => {
      const { version } = (await app.call(getSchedule, {}, musician.person)).body;
      const answer = await app.call(
        changeSchedule,
        { body: { version, change: of as never } },
        musician.person,
      );
      expect(answer.status).toBe(200);
      return answer.body.schedule;
    };
    const off = { kind: 'time_off', from_day: day, to_day: day, from_time: null, to_time: null };
    const { time_off } = await change({ ...off, every_year: false, note: '' });
    expect((await waitingApi.accept(ann, offer?.id ?? '')).problem.code).toBe('offer_over');
    await drain();
    expect(await waitingApi.offerOf(ann)).toBe(null);
    expect(await brokenInvariants(app.db)).toEqual([]);
    await change({ kind: 'remove_time_off', id: time_off[0]?.id });
    await drain();
    const again = await waitingApi.offerOf(ann);
    expect(again?.start_date).toBe(offer?.start_date);
    expect(again?.id).not.toBe(offer?.id);
  });
});

describe('whose turn it is', () => {
  test('who books in person before the line has heard is told it is taken, but for whose turn it is', async ({
    app,
    makeBusy,
    waitingApi,
    bookingApi,
    studio,
    drain,
    ann,
    bob,
  }) => {
    const { musician, booker, slots, sessions } = await makeBusy();
    await waitingApi.join(ann, musician);
    await waitingApi.join(bob, musician);
    await drain();
    await bookingApi.cancel(booker, sessions[2] ?? 0);
    const carol = await studio.makeClient();
    const wanted = slots.slice(2, 3);
    for (const person of [carol, bob])
      expect((await bookingApi.prebook(person, wanted)).problem.code).toBe('slot_taken');
    expect((await bookingApi.prebook(ann, wanted)).status).toBe(201);
    await drain();
    expect(await waitingApi.offerOf(bob)).toBe(null);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('passes over who has as many sessions as their plan allows', async ({
    makeBusy,
    waitingApi,
    bookingApi,
    studio,
    drain,
    bob,
  }) => {
    const full = await studio.makeClient({ concurrency: 1 });
    const other = await studio.makeMusician();
    await bookingApi.book(full, (await studio.slotsOf(other)).slice(0, 1));
    const { musician, booker, sessions } = await makeBusy();
    for (const person of [full, bob]) await waitingApi.join(person, musician);
    await bookingApi.cancel(booker, sessions[2] ?? 0);
    await drain();
    expect(await waitingApi.offerOf(full)).toBe(null);
    expect(await waitingApi.offerOf(bob)).not.toBe(null);
  });

  test('passes over somebody with limitations before the time is open to them', async ({
    clock,
    makeBusy,
    waitingApi,
    bookingApi,
    studio,
    settle,
    drain,
  }) => {
    const late = await studio.makeClient({ status: 'ondemand' });
    const { musician, booker, slots, sessions } = await makeBusy();
    await waitingApi.join(late, musician);
    await bookingApi.cancel(booker, sessions[5] ?? 0);
    await drain();
    expect(await waitingApi.offerOf(late)).toBe(null);
    clock.instant = (slots[5]?.starts_at ?? clock.instant).subtract({ minutes: 14_400 });
    await settle();
    expect((await waitingApi.offerOf(late))?.start_date).toBe(slots[5]?.starts_at.toString());
  });

  test('leaving gives the offer to the next; three unanswered offers end a wait', async ({
    clock,
    makeBusy,
    waitingApi,
    bookingApi,
    settle,
    drain,
    ann,
    bob,
  }) => {
    const { musician, booker, sessions } = await makeBusy();
    const { id } = (await waitingApi.join(ann, musician)).body.waiting;
    await waitingApi.join(bob, musician);
    await bookingApi.cancel(booker, sessions[2] ?? 0);
    await drain();
    expect((await waitingApi.leave(bob, id)).problem.code).toBe('not_found');
    expect((await waitingApi.leave(ann, id)).status).toBe(200);
    expect((await waitingApi.leave(ann, id)).problem.code).toBe('not_found');
    await drain();
    expect(await waitingApi.offerOf(bob)).not.toBe(null);
    for (const session of [3, 4, 5]) {
      expect(await waitingApi.list(bob)).toHaveLength(1);
      await bookingApi.cancel(booker, sessions[session] ?? 0);
      clock.add({ minutes: 30 });
      await settle();
    }
    expect(await waitingApi.list(bob)).toEqual([]);
  });
});
