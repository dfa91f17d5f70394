import { closeMonth } from '#server/calendar/pay/close-months.ts';
import { setRate } from '#server/calendar/pay/set-rate.ts';
import type { Actor } from '#server/ctx/ctx.ts';
import { addMonths, closesAt, lastClosingMonth, monthKey } from '#shared/calendar/rules-pay.ts';
import type { DemoContext } from './context.ts';
import { hideFreeSlots, offerAfter } from './queries.ts';

/** Who also offers single slots on some evenings, and took days off. */
const FLEXIBLE = ['rafa-monteiro', 'imogen-clarke'];
const OFFER_WEEKDAYS = [2, 4];
const DAYS_OFF_AGO = [9, 30];

/** Cents an hour by rank: all earn a little different. */
const fixedCents = (rank: number): number => 3200 + (rank % 5) * 150;
const flexibleCents = (rank: number): number => 4500 + (rank % 4) * 250;

/** Adds single offers and days off to the demo's past, before its sessions are booked. */
export async function makeOffers(demo: DemoContext, musicians: ReadonlyMap<string, Actor>): Promise<void> {
  for (const slug of FLEXIBLE) {
    const musician = musicians.get(slug);
    if (musician === undefined) throw new Error(`the demo has no musician ${slug}`);
    const { id, zone } = musician;
    await demo.steps(demo.now, (tx) =>
      offerAfter(tx, { musicianId: id, zone, weekdays: OFFER_WEEKDAYS, now: demo.now }),
    );
  }
}

/** Sets every musician's rates, with a raise since last month, and closes the months that are due. */
export async function makePay(demo: DemoContext, musicians: ReadonlyMap<string, Actor>): Promise<void> {
  for (const [rank, { id, zone }] of [...musicians.values()].entries()) {
    const due = lastClosingMonth(demo.now, zone);
    const rates = { fixed_cents: fixedCents(rank), flexible_cents: flexibleCents(rank) };
    const raised = { fixed_cents: rates.fixed_cents + 200, flexible_cents: rates.flexible_cents + 300 };
    await setRate(demo.ctxAt(demo.now), id, { valid_from: monthKey(addMonths(due, -3)), ...rates });
    await setRate(demo.ctxAt(demo.now), id, { valid_from: monthKey(addMonths(due, 1)), ...raised });
  }
  for (const slug of FLEXIBLE) {
    const musician = musicians.get(slug);
    for (const daysAgo of DAYS_OFF_AGO)
      if (musician !== undefined)
        await demo.steps(demo.now, (tx) =>
          hideFreeSlots(tx, { musicianId: musician.id, zone: musician.zone, daysAgo, now: demo.now }),
        );
  }
  for (const { id, zone } of musicians.values())
    for (const back of [1, 0]) {
      const month = addMonths(lastClosingMonth(demo.now, zone), -back);
      await closeMonth(demo.ctxAt(closesAt(month, zone)), id, month, 'date');
    }
}
