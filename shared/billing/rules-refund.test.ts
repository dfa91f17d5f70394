import { expect, test } from 'vitest';
import { refundCents } from './rules-refund.ts';

const PAID = { paid_cents: 10_000, refunds: [], disputes: [] };

test.each([
  ['all of it', PAID, null, false, 10_000],
  ['a part', PAID, 2500, false, 2500],
  ['what is left', { ...PAID, refunds: [2500, 500] }, null, false, 7000],
  ['another part', { ...PAID, refunds: [2500] }, 2000, false, 2000],
  ['the same part again', { ...PAID, refunds: [2500] }, 2500, true, 2500],
  ['after a dispute that was won', { ...PAID, disputes: ['won'] }, null, false, 10_000],
  ['to the cent', { ...PAID, refunds: [9999] }, 1, false, 1],
])('is made: %s', (_case, payment, cents, again, made) => {
  expect(refundCents(payment, { cents, again })).toEqual({ ok: true, value: made });
});

test.each([
  ['nothing_paid', { ...PAID, paid_cents: 0 }, null, false],
  ['disputed', { ...PAID, disputes: ['won', 'open'] }, null, false],
  ['disputed', { ...PAID, disputes: ['lost'] }, 1, true],
  ['refunded_wholly', { ...PAID, refunds: [4000, 6000] }, null, false],
  ['refunded_wholly', { ...PAID, refunds: [10_000] }, 10_000, true],
  ['made_already', { ...PAID, refunds: [6000] }, 6000, false],
  ['too_much', { ...PAID, refunds: [6000] }, 6000, true],
  ['too_much', PAID, 10_001, false],
])('is refused as %s', (reason, payment, cents, again) => {
  expect(refundCents(payment, { cents, again })).toMatchObject({ ok: false, reason });
});
