import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkExtension, checkHold, type HoldingInput, type HoldRecord } from './rules-holding.ts';

const NOON = Temporal.Instant.from('2026-11-21T12:00:00Z');
const at = (minutes: number) => NOON.add({ milliseconds: Math.round(minutes * 60_000) });
const time = (from = 0, to = 30, musician_id = 'drummer') => ({
  musician_id,
  starts_at: at(10_000 + from),
  ends_at: at(10_000 + to),
});
const held = (from: number, to: number, more: Partial<HoldRecord> = {}): HoldRecord => ({
  ...time(),
  held_at: at(from),
  held_until: at(to),
  booked: false,
  affordable: true,
  ...more,
});
const input = (past: readonly HoldRecord[], more: Partial<HoldingInput> = {}): HoldingInput => ({
  past,
  requested: { ...time(), cost: 1 },
  credits: 1,
  zone: 'Europe/Lisbon',
  now: NOON,
  ...more,
});
const answer = (checked: ReturnType<typeof checkHold>) =>
  checked.ok ? 'ok' : [checked.reason, checked.retryAt.since(NOON).total('minutes'), checked.retryAfter];

describe('overlapping time of one musician, 40 minutes in six hours', () => {
  test.each([
    ['nothing held', [], 'ok'],
    ['25 minutes held', [held(-30, -5)], 'ok'],
    ['a moment more', [held(-30.01, -5)], 'held_too_long'],
    ['more, but booked', [held(-60, -5, { booked: true })], 'ok'],
    ['more, of another musician', [held(-60, -5, time(0, 30, 'singer'))], 'ok'],
    ['more, of the time before it', [held(-60, -5, time(-30, 0))], 'ok'],
    ['more, of a part of it', [held(-60, -5, time(-30, 1))], 'held_too_long'],
    ['40 minutes, nearly six hours ago', [held(-345, -305)], 'held_too_long'],
    ['a live hold, which counts up to now', [held(-5, 10), held(-30, -10)], 'ok'],
  ])('%s', (_name, past, wanted) => {
    const checked = checkHold(input(past));
    expect(checked.ok ? 'ok' : checked.reason).toBe(wanted);
  });

  test('says from when on it is possible, in the zone, with the day where it is another one', () => {
    const refused = checkHold(input([held(-40, 0)]));
    // Fifteen of the forty minutes leave the window before a hold of 15 minutes ends.
    expect(answer(refused)).toEqual(['held_too_long', 360 - 40, (360 - 40) * 60]);
    expect(refused).toMatchObject({
      detail:
        'You have held this time as long as you can without booking it. You can hold it again from 17:20.',
    });
    const late = checkHold(input([held(-40, 0)], { zone: 'Asia/Tokyo' }));
    expect(late).toMatchObject({ detail: expect.stringContaining('again from Sun 22 Nov 26, 02:20.') });
  });

  test('whoever waits instead has the live hold until it runs out, which counts', () => {
    const past = [held(-40, -15), held(-1, 14)];
    const requested = { ...time(15, 45), cost: 1 };
    const refused = checkHold(input(past, { requested }));
    // All 40 minutes were held then; a hold of 15 minutes fits once 15 of the first 25 have left its six hours.
    expect(answer(refused)).toEqual(['held_too_long', 360 - 40, (360 - 40) * 60]);
    expect(checkHold(input(past, { requested, now: at(320) })).ok).toBe(true);
    expect(checkHold(input(past, { requested, now: at(319.99) })).ok).toBe(false);
  });

  test('a live hold that runs on while another limit lasts can be the next one', () => {
    const unpaid = held(-25.01, -15, { ...time(), affordable: false });
    const past = [unpaid, held(-15, 0, time(30, 60)), held(0, 15, time(30, 60))];
    const requested = { ...time(30, 60), cost: 3 };
    const refused = checkHold(input(past, { requested }));
    // Unpaid until 334.99; by then 25.01 minutes were held since the window of that hold began.
    expect(answer(refused)).toEqual(['unpaid_hold', 335, 335 * 60]);
    expect(answer(checkHold(input(past, { requested, now: at(334.99) })))[0]).toBe('held_too_long');
    expect(checkHold(input(past, { requested, now: at(335) })).ok).toBe(true);
    expect(checkHold(input(past, { requested, now: at(334.999) })).ok).toBe(false);
  });

  test('an extension counts', () => {
    const live = held(-10, 5);
    expect(checkExtension(input([live, held(-60, -45)]), live.held_until).ok).toBe(true);
    const refused = checkExtension(input([live, held(-60, -44)]), live.held_until);
    expect(refused).toMatchObject({ ok: false, reason: 'held_too_long' });
  });
});

describe('who cannot pay', () => {
  const poor = { requested: { ...time(), cost: 3 }, credits: 1 };
  test('holds once in six hours, whichever time', () => {
    expect(answer(checkHold(input([], poor)))).toBe('ok');
    const other = held(-300, -285, { ...time(0, 30, 'singer'), affordable: false });
    const refused = checkHold(input([other], poor));
    expect(answer(refused)).toEqual(['unpaid_hold', 60, 3600]);
    expect(refused).toMatchObject({
      detail:
        'You have held a time without the credits for it. Get 2 more credit(s) to hold this one, or hold it from 13:00.',
    });
    expect(answer(checkHold(input([held(-360, -345, { affordable: false })], poor)))).toBe('ok');
  });
  test('holds as everybody does once they can, and once they have booked it', () => {
    const past = [held(-30, -15, { affordable: false })];
    expect(checkHold(input(past)).ok).toBe(true);
    expect(checkHold(input([held(-30, -15, { affordable: false, booked: true })], poor)).ok).toBe(true);
  });
  test('does not hold for longer', () => {
    const live = held(-10, 5, { affordable: false });
    const refused = checkExtension(input([live], poor), live.held_until);
    expect(refused).toMatchObject({
      reason: 'unpaid_hold',
      detail: 'Get 2 more credit(s) to hold this time for longer.',
    });
  });
});

test('20 holds an hour, booked ones too', () => {
  const past = Array.from({ length: 20 }, (_, n) =>
    held(-59 + n, -58 + n, { ...time(n * 30, n * 30 + 30), booked: n % 2 === 0 }),
  );
  const requested = { ...time(900, 930), cost: 1 };
  expect(answer(checkHold(input(past, { requested })))).toEqual(['too_many_holds', 1, 60]);
  expect(answer(checkHold(input(past.slice(1), { requested })))).toBe('ok');
  expect(answer(checkHold(input(past, { requested, now: at(1) })))).toBe('ok');
});

/** What one person does, minute by minute; each hold ends the one before. */
const step = fc.record({
  wait: fc.double({ min: 0, max: 50, noNaN: true }),
  act: fc.constantFrom('hold', 'hold', 'hold', 'extend', 'release', 'book'),
  from: fc.constantFrom(0, 0, 15, 30),
  cost: fc.constantFrom(1, 1, 2),
});

test('whatever one does: 40 minutes in any six hours, 20 in any hour, one that is not paid for; again is when it says', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const log: (HoldRecord & { cost: number })[] = [];
      /** Whether a refused hold is granted at the instant that the refusal names, and not before. */
      const again: [boolean, boolean][] = [];
      let now = NOON;
      for (const { wait, act, from, cost } of steps) {
        now = now.add({ milliseconds: Math.round(wait * 60_000) });
        const last = log.at(-1);
        const live = last && !last.booked && Temporal.Instant.compare(last.held_until, now) > 0 ? last : null;
        const end = (held_until: Temporal.Instant, booked = false) => {
          if (live) log[log.length - 1] = { ...live, held_until, booked };
        };
        const wanted = { ...time(from, from + 30), cost };
        const asked = { past: log, requested: wanted, credits: 1, zone: 'Europe/Lisbon', now };
        if (act === 'release') end(now);
        if (act === 'book' && live && live.cost <= 1) end(now, true);
        if (act === 'extend' && live && live.held_until.since(live.held_at).total('minutes') < 16) {
          const more = { ...asked, requested: live };
          if (checkExtension(more, live.held_until).ok) end(live.held_until.add({ minutes: 10 }));
        }
        if (act !== 'hold') continue;
        const checked = checkHold(asked);
        if (checked.ok) {
          end(now);
          const until = now.add({ minutes: 15 });
          log.push({ ...wanted, held_at: now, held_until: until, booked: false, affordable: cost <= 1 });
        } else {
          const before = checked.retryAt.subtract({ milliseconds: 1 });
          const isLater = Temporal.Instant.compare(before, now) > 0;
          again.push([
            checkHold({ ...asked, now: checked.retryAt }).ok,
            isLater && checkHold({ ...asked, now: before }).ok,
          ]);
        }
      }
      expect(again).toEqual(again.map(() => [true, false]));
      expect(excesses(log)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

const ms = (instant: Temporal.Instant) => instant.epochMilliseconds;
const HOUR = 3_600_000;

/** What exceeds the limits, by brute force over the windows that end with each hold. */
function excesses(log: readonly HoldRecord[]): string[] {
  const unbooked = log.filter(({ booked }) => !booked);
  return log.flatMap(({ held_at, held_until, ...held }) => {
    const end = ms(held_until);
    const within = (one: HoldRecord) =>
      Math.max(0, Math.min(ms(one.held_until), end) - Math.max(ms(one.held_at), end - 6 * HOUR));
    const total = unbooked
      .filter((one) => ms(one.starts_at) < ms(held.ends_at) && ms(held.starts_at) < ms(one.ends_at))
      .reduce((sum, one) => sum + within(one), 0);
    const since = (hours: number) => (one: HoldRecord) =>
      ms(one.held_at) > ms(held_at) - hours * HOUR && ms(one.held_at) <= ms(held_at);
    const unpaid = unbooked.filter(({ affordable }) => !affordable).filter(since(6));
    return [
      ...(!held.booked && total > 40 * 60_000 ? ['too long'] : []),
      ...(log.filter(since(1)).length > 20 ? ['too many'] : []),
      ...(!held.affordable && unpaid.length > 1 ? ['unpaid again'] : []),
      ...(!held.affordable && end - ms(held_at) > 15 * 60_000 ? ['unpaid for longer'] : []),
    ];
  });
}
