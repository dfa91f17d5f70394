import { monthKey, type YearMonth } from '#shared/calendar/rules-pay.ts';
import { isPayDay, markingRefusal, type MarkingRefusal } from '#shared/calendar/rules-payments.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { dayOf } from '#shared/lib/time.ts';
import { audit, type AuditedBy } from '../../db/audit.ts';
import { together } from '../../db/pipeline.ts';
import { transaction } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { newId } from '../../lib/ids.ts';
import { lockMusician, lockMusicians } from '../steps.ts';
import * as queries from './queries-payments.ts';

type Marking = Pick<SignedInCtx, 'db' | 'now' | 'log' | 'actor'> & AuditedBy;

/** Which months were paid, when, and by which reference. */
export interface PaidMonths {
  readonly which: YearMonth;
  readonly musicianIds: readonly string[];
  /** YYYY-MM-DD. */
  readonly paidOn: string;
  readonly reference: string;
}

/**
 * Marks a closed month of musicians as paid, of all or of none (docs/product/invoice.md#marking-as-paid). Errors:
 * `not_found`, `bad_day`, and why a month cannot be marked, with the musician's name in `detail`.
 */
export function markPaid(
  ctx: Marking,
  { which, paidOn, reference, ...request }: PaidMonths,
): Promise<Result<{ readonly cents: number }, 'not_found' | 'bad_day' | MarkingRefusal>> {
  const { now, actor } = ctx;
  const musicianIds = [...new Set(request.musicianIds)].toSorted();
  const month = monthKey(which);
  type Marked = Awaited<ReturnType<typeof markPaid>>;
  return transaction<Marked>(ctx, async (tx) => {
    if (!isPayDay(paidOn, which, dayOf(now, actor.zone).toString())) return fail('bad_day');
    const [, rows] = await together([
      lockMusicians(tx, musicianIds),
      queries.monthsToMark(tx, musicianIds, month),
    ]);
    if (rows.length < musicianIds.length) return fail('not_found');
    for (const { name, payment_cents, is_paid: isPaid } of rows) {
      const refusal = markingRefusal({ isClosed: payment_cents !== null, payment_cents, isPaid });
      if (refusal !== null) return fail(refusal, { detail: DETAILS[refusal](name) });
    }
    const payments = rows.map(({ musician_id, payment_cents, taken_back }) => ({
      id: newId(),
      musician_id,
      month,
      amount_cents: payment_cents ?? 0,
      paid_on: paidOn,
      reference,
      marked_at: now,
      marked_by: actor.id,
      replaces: taken_back,
    }));
    await together([
      queries.insertPayments(tx, payments),
      ...payments.map(({ id, musician_id, amount_cents }) =>
        audit(tx, ctx, {
          what: 'payout.marked',
          object: { kind: 'person', id: musician_id },
          after: {
            mark: id,
            month: month.slice(0, 7),
            payment_cents: amount_cents,
            paid_on: paidOn,
            reference,
          },
        }),
      ),
    ]);
    return ok({ cents: payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0) });
  });
}

const DETAILS: Readonly<Record<MarkingRefusal, (name: string) => string>> = {
  not_closed: (name) => `The month of ${name} is not closed yet.`,
  nothing_to_pay: (name) => `There is nothing to pay in the month of ${name}.`,
  paid: (name) => `The month of ${name} is marked as paid already.`,
};

/**
 * Takes a mark back, for a reason; both stay in the record (docs/product/invoice.md#marking-as-paid). Errors: `not_found`,
 * `taken_back` when it was before.
 */
export async function takeMarkBack(
  ctx: Marking,
  { paymentId, reason }: { readonly paymentId: string; readonly reason: string },
): Promise<Result<null, 'not_found' | 'taken_back'>> {
  const { db, now, actor } = ctx;
  const found = await queries.paymentById(db, paymentId);
  if (found === undefined) return fail('not_found');
  const { musician_id, month, amount_cents: payment_cents, paid_on, reference } = found;
  return transaction<Result<null, 'not_found' | 'taken_back'>>(ctx, async (tx) => {
    const [, current] = await together([lockMusician(tx, musician_id), queries.paymentById(tx, paymentId)]);
    if (current?.taken_back_at !== null) return fail('taken_back');
    await together([
      queries.insertTakenBack(tx, {
        payment_id: paymentId,
        musician_id,
        month,
        reason,
        taken_back_at: now,
        taken_back_by: actor.id,
      }),
      audit(tx, ctx, {
        what: 'payout.taken-back',
        object: { kind: 'person', id: musician_id },
        reason,
        before: { mark: paymentId, month: month.slice(0, 7), payment_cents, paid_on, reference },
      }),
    ]);
    return ok(null);
  });
}
