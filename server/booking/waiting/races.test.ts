import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { changeSchedule, getSchedule } from '#shared/calendar/contract-schedule.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/waiting.ts';
import { often } from '#test/thorough.ts';
import { acceptOffer } from './accept.ts';
import { settleLines } from './jobs.ts';

const times = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

const test = base
  .extend(
    'ctxOf',
    { scope: 'file' },
    ({ app }) =>
      (person: TestPerson, now: Temporal.Instant): SignedInCtx => ({
        ...app.ctx(),
        now,
        actor: { id: person.id, role: 'client', name: 'Ada', zone: 'Europe/Lisbon' },
      }),
  )
  /** Who has a slot: the client of a hold or a booking, or whom it is offered to. */
  .extend('ownersOf', { scope: 'file' }, ({ app }) => async (slotId: string) => {
    const { rows } = await sql<{ owner: string; kind: string }>`
      select coalesce(s.client_id, w.person_id) as owner,
        case when c.offer_id is not null then 'offer' else s.phase end as kind
      from slot_claims c left join sessions s on s.id = c.session_id
        left join waiting_offers o on o.id = c.offer_id left join waiting w on w.id = o.waiting_id
      where c.slot_id = ${slotId}`.execute(app.db);
    return rows;
  });

test('32 people join at once: 32 places, one after the other', async ({ makeBusy, waitingApi, app }) => {
  const { musician } = await makeBusy();
  const people = await Promise.all(times(32, () => app.people.make('client')));
  const joined = await Promise.all(people.map((person) => waitingApi.join(person, musician)));
  expect(joined.map(({ status }) => status)).toEqual(times(32, () => 201));
  const places = await Promise.all(
    people.map(async (person) => (await waitingApi.list(person))[0]?.position),
  );
  expect(places.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(times(32, (n) => n + 1));
});

describe('a time that returns', () => {
  test('while 32 people book: it is offered to the first in line, once, and nobody else gets it', async ({
    app,
    makeBusy,
    waitingApi,
    bookingApi,
    drain,
    ownersOf,
  }) => {
    const { musician, booker, slots, sessions } = await makeBusy();
    const line = await Promise.all(times(3, () => app.people.make('client')));
    for (const person of line) await waitingApi.join(person, musician);
    await drain();
    for (const round of times(3, (n) => n)) {
      const wanted = slots.slice(round, round + 1);
      const others = await Promise.all(times(32, () => app.people.make('client')));
      const settling = () => settleLines.run(app.ctx(), {});
      const [cancelled, ...answers] = await Promise.all([
        bookingApi.cancel(booker, sessions[round] ?? 0),
        ...others.flatMap((person, n) => [
          bookingApi.prebook(person, wanted),
          ...(n % 8 === 0 ? [settling().then(() => null)] : []),
        ]),
      ]);
      expect(cancelled.status).toBe(200);
      const codes = answers.filter((answer) => answer !== null).map(({ problem }) => problem?.code);
      expect(new Set(codes)).toEqual(new Set(['slot_taken']));
      await drain();
      expect(await ownersOf(wanted[0]?.id ?? '')).toEqual([{ owner: line[round]?.id, kind: 'offer' }]);
      expect(await brokenInvariants(app.db)).toEqual([]);
    }
  });

  test('all times at once for 8 who wait, each with one offer', async ({
    app,
    makeBusy,
    waitingApi,
    bookingApi,
    drain,
  }) => {
    const { musician, bookers, sessions } = await makeBusy({ hours: ['10:00', '11:00', '12:00'] });
    const line = await Promise.all(times(8, () => app.people.make('client')));
    for (const person of line) await waitingApi.join(person, musician);
    await drain();
    const answers = await Promise.all([
      ...sessions.map((id, n) => bookingApi.cancel(bookers[Math.floor(n / 15)] ?? null, id)),
      ...times(4, () => settleLines.run(app.ctx(), {}).then(() => ({ status: 200 }))),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await drain();
    const offers = await Promise.all(line.map((person) => waitingApi.offerOf(person)));
    expect(new Set(offers.map((offer) => offer?.start_date)).size).toBe(8);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });
});

describe('an answer', () => {
  test('at the instant at which the offer ends: it is accepted or goes to the next, never both', async ({
    app,
    clock,
    makeBusy,
    waitingApi,
    bookingApi,
    ctxOf,
    drain,
    ownersOf,
  }) => {
    const { musician, booker, slots, sessions } = await makeBusy({ hours: ['10:00', '11:00'] });
    const winners = new Set<string>();
    for (const round of times(often('ROUNDS', { thorough: 6, quick: 2 }), (n) => n)) {
      const [ann, bob] = [await app.people.make('client'), await app.people.make('client')];
      for (const person of [ann, bob]) await waitingApi.join(person, musician);
      await bookingApi.cancel(booker, sessions[round] ?? 0);
      await drain();
      const offer = await waitingApi.offerOf(ann);
      if (offer === null) throw new Error('nothing was offered');
      const ends = Temporal.Instant.from(offer.expires_at);
      const input = { params: {}, query: {}, body: { offer_id: offer.id } };
      const accepting = () => acceptOffer(ctxOf(ann, ends.subtract({ milliseconds: 1 })), input);
      const ending = () => settleLines.run({ ...app.ctx(), now: ends }, {});
      if (round === 0) await accepting();
      else if (round === 1) await ending();
      else if (round % 2 === 0) await Promise.all([accepting(), ending()]);
      else await Promise.all([ending(), accepting()]);
      const [owner, ...more] = await ownersOf(slots[round]?.id ?? '');
      expect(more).toEqual([]);
      const accepted = owner?.kind === 'hold';
      expect(owner).toEqual(accepted ? { owner: ann.id, kind: 'hold' } : { owner: bob.id, kind: 'offer' });
      winners.add(owner?.kind ?? '');
      expect(await brokenInvariants(app.db)).toEqual([]);
      clock.instant = ends.add({ minutes: 30 });
      for (const person of [ann, bob])
        for (const { id } of await waitingApi.list(person)) await waitingApi.leave(person, id);
      await drain();
      await bookingApi.book(booker, slots.slice(round, round + 1));
    }
    expect(winners).toEqual(new Set(['hold', 'offer']));
  });

  test('accepted, declined and left at once, in four windows: one of them counts', async ({
    app,
    makeBusy,
    waitingApi,
    bookingApi,
    drain,
    ownersOf,
  }) => {
    const { musician, booker, slots, sessions } = await makeBusy();
    for (const round of times(often('ROUNDS', { thorough: 4, quick: 2 }), (n) => n)) {
      const ann = await app.people.make('client');
      const { id } = (await waitingApi.join(ann, musician)).body.waiting;
      await bookingApi.cancel(booker, sessions[round] ?? 0);
      await drain();
      const offer = (await waitingApi.offerOf(ann))?.id ?? '';
      const [accepted, again, declined, left] = await Promise.all([
        waitingApi.accept(ann, offer),
        waitingApi.accept(ann, offer),
        waitingApi.decline(ann, offer),
        waitingApi.leave(ann, id),
      ]);
      const held = [accepted, again].filter(({ status }) => status === 201).length;
      expect(left.status).toBe(200);
      expect(held + (declined.status === 200 ? 1 : 0)).toBeLessThanOrEqual(1);
      expect(await ownersOf(slots[round]?.id ?? '')).toEqual(
        held === 1 ? [{ owner: ann.id, kind: 'hold' }] : [],
      );
      expect(await brokenInvariants(app.db)).toEqual([]);
      if (held === 0) await bookingApi.book(booker, slots.slice(round, round + 1));
    }
  });

  test('while the musician takes the day off: it is a hold that stays, or the offer is over', async ({
    app,
    makeBusy,
    waitingApi,
    bookingApi,
    drain,
    ownersOf,
  }) => {
    const { musician, booker, slots, sessions } = await makeBusy();
    for (const round of times(often('ROUNDS', { thorough: 4, quick: 2 }), (n) => n)) {
      const ann = await app.people.make('client');
      await waitingApi.join(ann, musician);
      await bookingApi.cancel(booker, sessions[round] ?? 0);
      await drain();
      const offer = (await waitingApi.offerOf(ann))?.id ?? '';
      const day = slots[round]?.starts_at.toString().slice(0, 10) ?? '';
      const { version } = (await app.call(getSchedule, {}, musician.person)).body;
      const days = { from_day: day, to_day: day, from_time: null, to_time: null };
      const change = { kind: 'time_off' as const, ...days, every_year: false, note: '' };
      const [accepted, changed] = await Promise.all([
        waitingApi.accept(ann, offer),
        app.call(changeSchedule, { body: { version, change } }, musician.person),
      ]);
      expect(changed.status).toBe(200);
      await drain();
      const owners = await ownersOf(slots[round]?.id ?? '');
      const isHeld = accepted.status === 201;
      expect(isHeld ? undefined : accepted.problem.code).toBe(isHeld ? undefined : 'offer_over');
      expect(owners).toEqual(isHeld ? [{ owner: ann.id, kind: 'hold' }] : []);
      for (const { id } of await waitingApi.list(ann)) await waitingApi.leave(ann, id);
      expect(await brokenInvariants(app.db)).toEqual([]);
    }
  });
});
