import { endsAt, statusAt } from '#shared/billing/rules.ts';
import { closeMembershipLots } from '#shared/billing/rules-grants.ts';
import { openBook } from '#shared/credits/rules-ledger.ts';
import { ok } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import { ledgerOf, writeLedger } from '../../credits/steps.ts';
import type { Ctx, Job } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { membershipEnded } from '../events.ts';
import { membershipOf } from '../queries.ts';
import { insertNotice } from '../state/queries-state.ts';
import * as queries from './queries-leaving.ts';

const BATCH = 200;

/**
 * Ends what goes with a membership that no provider keeps, each minute: its plan credits and bank, once, at its date
 * (docs/product/leaving.md#ends-without-a-provider). Its status follows from the date alone.
 */
export const endMembershipsHere: Job = {
  name: 'billing.end-here',
  cron: '* * * * *',
  async run(ctx) {
    for (let found = BATCH; found === BATCH;) {
      const people = await queries.endedHere(ctx.db, ctx.now, BATCH);
      for (const personId of people) await end(ctx, personId);
      found = people.length;
    }
  },
};

function end(ctx: Ctx, personId: string) {
  const { now } = ctx;
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, personId);
    const row = await membershipOf(tx, personId);
    const over = row === undefined || row.subscription_id !== null ? null : endsAt(row);
    // Changed since it was found.
    if (row === undefined || over === null || statusAt(row, now) === row.status) return ok(null);
    const key = `${queries.ENDED_HERE}${personId}:${over.toString()}`;
    if (!(await insertNotice(tx, { key, personId, now }))) return ok(null);
    const { lots, settled } = await ledgerOf(tx, personId);
    const book = openBook(lots, settled, now);
    closeMembershipLots(book, null);
    await writeLedger(tx, personId, book.steps, now);
    await ctx.events.emit(tx, membershipEnded, { person_id: personId });
    return ok(null);
  });
}
