import { expect, test } from 'vitest';
import { endsAtOnce, losses } from './losses.ts';

const NONE = { plan: 0, bank: 0, trial: 0, kept: 0 };
const DAY = 'Mon 21 Dec 26';

test('what ends with the membership, in numbers, and what stays', () => {
  expect(losses({ credits: { plan: 5, bank: 12, trial: 0, kept: 1 } }, DAY)).toEqual([
    '5 credits of your plan: to be used until Mon 21 Dec 26, then lost.',
    '12 credits in your credits bank: to be used until Mon 21 Dec 26, then lost.',
    '1 credit from top-ups, bundles and gifts: yours to keep.',
  ]);
});

test('a trial, and who has nothing to lose', () => {
  expect(losses({ credits: { ...NONE, trial: 1 } }, DAY)).toEqual([
    '1 credit of your trial: to be used until Mon 21 Dec 26, then lost.',
  ]);
  expect(losses({ credits: NONE }, DAY)).toEqual(['You have no credits that would be lost.']);
  expect(losses({ credits: { ...NONE, kept: 3 } }, DAY)).toHaveLength(2);
});

test('after a failed payment at PayPal nothing lasts', () => {
  const now = Temporal.Instant.from('2026-11-23T12:00:00Z');
  expect(endsAtOnce({ ends_at: '2026-11-23T11:59:30Z' }, now)).toBe(true);
  expect(endsAtOnce({ ends_at: '2026-11-24T12:00:00Z' }, now)).toBe(false);
  expect(losses({ credits: { ...NONE, plan: 5, kept: 1 } }, null)).toEqual([
    '5 credits of your plan: lost at once.',
    '1 credit from top-ups, bundles and gifts: yours to keep.',
  ]);
});
