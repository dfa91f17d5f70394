import { expect, test } from 'vitest';
import { couponFormErrors, EMPTY_COUPON, toNewCoupon, type CouponForm } from './new-coupon.ts';
import { A_COUPON } from '#test/rooms/coupon.ts';

const TODAY = Temporal.PlainDate.from('2026-11-21');
const TYPED: CouponForm = { ...EMPTY_COUPON, code: ' spring ', amount: '25 %' };

test('what is typed becomes what the call takes', () => {
  expect(toNewCoupon({ ...TYPED, amount: '25%' })).toEqual({ ...A_COUPON, code: 'spring' });
  const more: Partial<CouponForm> = {
    kind: 'dollars',
    amount: '$12.50',
    duration: 'repeating',
    months: '3',
    max: ' 10',
  };
  expect(toNewCoupon({ ...TYPED, ...more, first: ['first'] })).toMatchObject({
    percent: null,
    cents: 1250,
    months: 3,
    max_redemptions: 10,
    first_only: true,
  });
});

test.each<[Partial<CouponForm>, string[]]>([
  [{ amount: '12.5' }, []],
  [{ amount: '' }, ['percent']],
  [{ amount: 'half' }, ['percent']],
  [{ kind: 'dollars', amount: 'ten' }, ['cents']],
  [{ kind: 'dollars', amount: '' }, ['cents']],
  [{ duration: 'repeating', months: '1.5' }, ['months']],
  [{ duration: 'repeating' }, ['months']],
  [{ max: '0' }, ['max_redemptions']],
  [{ code: '', last_day: '2026-01-01' }, ['code', 'last_day']],
])('%j', (typed, wrong) => {
  const errors = couponFormErrors({ ...TYPED, amount: '25', ...typed }, TODAY);
  expect(errors.map(({ field }) => field)).toEqual(wrong);
});
