import { isInvoiceMonth, type YearMonth } from '#shared/calendar/rules-pay.ts';
import type { Endpoint, InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/musicians/contract-payouts.ts';
import { payoutState } from '#shared/operator/musicians/rules-payouts.ts';
import { closeMonth, listMonths, markPaid, monthPdfOf, takeMarkBack } from '../../calendar/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import type { Db } from '../../db/transaction.ts';
import * as queries from './queries-payouts.ts';

type Answer<E extends Endpoint> = Promise<Result<ResponseOf<E>, ProblemOf<E>>>;
type Payout = ResponseOf<typeof contract.getPayouts>['payouts'][number];

/** A month of musicians that have hours in it, by name, as a page or of all (docs/product/operator.md#payouts). */
export async function getPayouts(
  { db, now, actor }: SignedInCtx,
  { query: { year, month, after, limit } }: InputOf<typeof contract.getPayouts>,
): Answer<typeof contract.getPayouts> {
  if (!isInvoiceMonth({ year, month }, now, actor.zone)) return fail('bad_month');
  const found = await queries.paidMusicians(db, { after, limit: limit && limit + 1 });
  const musicians = found.slice(0, limit);
  return ok({
    payouts: await payoutsOf(db, musicians, [{ year, month }], now),
    next: found.length > musicians.length ? (musicians.at(-1)?.id ?? null) : null,
  });
}

/** The months of a year of one musician that have hours, the last first. */
export async function getMusicianMonths(
  { db, now, actor }: SignedInCtx,
  { params: { id }, query: { year } }: InputOf<typeof contract.getMusicianMonths>,
): Answer<typeof contract.getMusicianMonths> {
  if (!isInvoiceMonth({ year, month: 1 }, now, actor.zone)) return fail('bad_month');
  const musicians = await queries.paidMusicians(db, { id });
  if (musicians.length === 0) return fail('not_found');
  const months = Array.from({ length: 12 }, (_, n) => ({ year, month: 12 - n }));
  return ok({ months: await payoutsOf(db, musicians, months, now) });
}

async function payoutsOf(
  db: Db,
  musicians: readonly queries.PayoutMusician[],
  months: readonly YearMonth[],
  now: Temporal.Instant,
): Promise<Payout[]> {
  const listed = await listMonths(db, { musicians, months }, now);
  return listed
    .filter(({ isEmpty }) => !isEmpty)
    .map(({ which, musician: { id, name, slug, avatar }, figures, paid, ...month }) => ({
      ...which,
      musician: { id, name, slug, avatar },
      state: payoutState(month.state, paid !== null),
      minutes: figures.minutes,
      payment_cents: figures.payment_cents,
      no_rate_on: figures.no_rate_on,
      refusal: month.refusal,
      closed_at: month.closed_at?.toString() ?? null,
      closes_at: month.closes_at.toString(),
      paid: paid && { id: paid.id, on: paid.paid_on, reference: paid.reference },
    }));
}

/** A musician's month as PDF (docs/product/invoice.md#pdf). */
export function getPayoutPdf(
  ctx: SignedInCtx,
  { params: { id }, query: which }: InputOf<typeof contract.getPayoutPdf>,
): Answer<typeof contract.getPayoutPdf> {
  return monthPdfOf(ctx, id, which);
}

/** Closes a month of musicians, each by itself (docs/product/invoice.md#closing). */
export async function closeMonths(
  ctx: SignedInCtx,
  { body: { musicians, ...which } }: InputOf<typeof contract.closeMonths>,
): Answer<typeof contract.closeMonths> {
  if (!isInvoiceMonth(which, ctx.now, ctx.actor.zone)) return fail('bad_month');
  const closed: string[] = [];
  const refused: ResponseOf<typeof contract.closeMonths>['refused'] = [];
  for (const id of new Set(musicians)) {
    const done = await closeMonth(ctx, id, which);
    if (done.ok) closed.push(id);
    else refused.push({ id, reason: done.reason });
  }
  return closed.length === 0 ? fail('nothing_closed') : ok({ closed, refused });
}

/** Marks a closed month of musicians as paid (docs/product/invoice.md#marking-as-paid). */
export function markMonthsPaid(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.markMonthsPaid>,
): Answer<typeof contract.markMonthsPaid> {
  const { year, month, musicians: musicianIds, paid_on: paidOn, reference } = body;
  return markPaid(ctx, { which: { year, month }, musicianIds, paidOn, reference });
}

/** Takes the mark of a payment back (docs/product/invoice.md#marking-as-paid). */
export async function takePaidMarkBack(
  ctx: SignedInCtx,
  { params: { id: paymentId }, body: { reason } }: InputOf<typeof contract.takePaidMarkBack>,
): Answer<typeof contract.takePaidMarkBack> {
  const done = await takeMarkBack(ctx, { paymentId, reason });
  return done.ok ? ok({ ok: true }) : done;
}
