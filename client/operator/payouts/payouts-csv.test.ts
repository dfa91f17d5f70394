import { expect, test } from 'vitest';
import type { Payout } from '#shared/operator/musicians/contract-payouts.ts';
import { payoutsCsv } from './payouts-csv.ts';

const payout: Payout = {
  year: 2026,
  month: 9,
  musician: {
    id: '01a20ae6-96ba-71e1-a1a1-dc28817a1696',
    name: 'Rafa, "the" Drummer',
    slug: 'rafa',
    avatar: null,
  },
  state: 'paid',
  minutes: { fixed: 9600, holidays: 50, flexible_offered: 180, flexible_booked: 90 },
  payment_cents: 524_105,
  no_rate_on: null,
  refusal: 'closed',
  closed_at: '2026-10-05T00:00:00Z',
  closes_at: '2026-10-05T00:00:00Z',
  paid: { id: '01a20ae6-96ba-71e1-a1a1-dc28817a1697', on: '2026-10-06', reference: '=HYPERLINK("x")' },
};

test('a month as a file: dollars with two places, quoted names, no formulas', () => {
  const [head, row, open, end] = payoutsCsv([
    payout,
    {
      ...payout,
      state: 'over',
      payment_cents: null,
      no_rate_on: '2026-09-12',
      refusal: 'no_rate',
      paid: null,
    },
  ]).split('\r\n');
  expect(head).toBe(
    'Month,Musician,Name in addresses,State,Fixed hours,Time off,Flexible hours offered,Flexible hours booked,Payment in USD,Paid on,Reference,In the way',
  );
  expect(row).toBe(
    `2026-09,"Rafa, ""the"" Drummer",rafa,Paid,160,0.8333,3,1.5,5241.05,2026-10-06,"'=HYPERLINK(""x"")",`,
  );
  expect(open).toBe(
    `2026-09,"Rafa, ""the"" Drummer",rafa,Not closed yet,160,0.8333,3,1.5,,,,No rate on 2026-09-12.`,
  );
  expect(end).toBe('');
});
