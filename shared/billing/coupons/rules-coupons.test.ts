import { describe, expect, test } from 'vitest';
import { A_COUPON } from '#test/rooms/coupon.ts';
import { couponCode, couponErrors, couponState, type NewCoupon } from './rules-coupons.ts';

const TODAY = Temporal.PlainDate.from('2026-11-21');
const NEW: NewCoupon = { ...A_COUPON, code: 'spring-25' };

test('a code is compared without case and spaces around it', () => {
  expect(couponCode(' spring-25 ')).toBe('SPRING-25');
});

test.each<[string, Partial<NewCoupon>, string[]]>([
  ['a percentage', {}, []],
  ['an amount', { percent: null, cents: 1 }, []],
  ['all of it', { percent: 100 }, []],
  ['two decimals', { percent: 12.35 }, []],
  ['three decimals', { percent: 12.345 }, ['percent']],
  ['nothing', { percent: 0 }, ['percent']],
  ['more than all', { percent: 100.01 }, ['percent']],
  ['no amount', { percent: null }, ['percent']],
  ['two amounts', { cents: 100 }, ['percent']],
  ['an amount of nothing', { percent: null, cents: 0 }, ['cents']],
  ['some months', { duration: 'repeating', months: 3 }, []],
  ['no months', { duration: 'repeating' }, ['months']],
  ['months of once', { months: 3 }, ['months']],
  ['today', { last_day: '2026-11-21' }, []],
  ['yesterday', { last_day: '2026-11-20' }, ['last_day']],
  ['in five years', { last_day: '2031-11-21' }, ['last_day']],
  ['a short code', { code: 'AB' }, ['code']],
  ['a code with spaces', { code: 'SPRING 25' }, ['code']],
])('%s', (_, changes, wrong) => {
  expect(couponErrors({ ...NEW, ...changes }, TODAY).map(({ field }) => field)).toEqual(wrong);
});

describe('the state of a coupon', () => {
  const now = Temporal.Instant.from('2026-11-21T12:00:00Z');
  const open = { active: true, expires_at: null, redeemed: 1, max_redemptions: 2 };
  test.each([
    ['open', {}],
    ['ended', { active: false }],
    ['used-up', { redeemed: 2 }],
    ['used-up', { redeemed: 2, active: false }],
    ['expired', { expires_at: now }],
    ['expired', { expires_at: now, active: false }],
    ['open', { expires_at: now.add({ seconds: 1 }), max_redemptions: null }],
  ] as const)('%s', (state, changes) => {
    expect(couponState({ ...open, ...changes }, now)).toBe(state);
  });
});
