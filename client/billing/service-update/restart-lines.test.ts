import { expect, test } from 'vitest';
import { restartLines } from './restart-lines.ts';

const TERMS = {
  net_cents: 19_900,
  vat_cents: 4577,
  total_cents: 24_477,
  due_cents: 24_477,
  next_at: '2026-12-21T12:00:00Z',
  credits: { granted: 5, unspent: 5, to_bank: 3, lost: 2 },
} as const;

test('what it costs, the new date, what comes and what is lost', () => {
  expect(restartLines(TERMS, 'Mon 21 Dec 26')).toEqual([
    'You pay $244.77 today ($199 and $45.77 VAT).',
    'Your new period begins now. The next payment is on Mon 21 Dec 26.',
    '5 new credits come at once.',
    '3 unused credits of your plan move to your credits bank.',
    '2 unused credits of your plan are lost.',
  ]);
});

test('without VAT, with a balance, and nothing lost', () => {
  const terms = {
    ...TERMS,
    vat_cents: 0,
    total_cents: 19_900,
    due_cents: 9900,
    credits: { granted: 5, unspent: 1, to_bank: 1, lost: 0 },
  };
  expect(restartLines(terms, 'Mon 21 Dec 26')).toEqual([
    'You pay $199 today.',
    '$99 is charged to your card; your balance pays the rest.',
    'Your new period begins now. The next payment is on Mon 21 Dec 26.',
    '5 new credits come at once.',
    '1 unused credit of your plan moves to your credits bank.',
    'No credits are lost.',
  ]);
});
