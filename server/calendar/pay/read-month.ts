import type * as contract from '#shared/calendar/contract-pay.ts';
import {
  countsFor,
  isInvoiceMonth,
  monthFigures,
  monthKey,
  addMonths,
  rateOfSlot,
  slotsSoFar,
  toHours,
  type MonthFigures,
  type Rate,
  type YearMonth,
} from '#shared/calendar/rules-pay.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { toDollars } from '#shared/lib/money.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { company } from '../../content/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { monthOf, type Month } from './month-of.ts';
import { payPdf } from './pay-pdf.ts';
import * as queries from './queries-pay.ts';
import { paymentsOf } from './queries-payments.ts';

type Output<E extends typeof contract.musicianStats | typeof contract.statsSlots | typeof contract.statsPdf> =
  Promise<Result<ResponseOf<E>, ProblemOf<E>>>;

/** A month of the caller's invoice (docs/product/invoice.md#figures). */
export async function musicianStats(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.musicianStats>,
): Output<typeof contract.musicianStats> {
  const own = await monthBy(ctx, ctx.actor.id, body);
  if (!own.ok) return own;
  const month = own.value;
  const { figures, rates, zone, which, state, musician, slots } = month;
  const soFar = state === 'running' ? monthFigures(slotsSoFar(slots, ctx.now), rates, zone) : null;
  const next = monthKey(addMonths(which, 1));
  const [paid] = state === 'closed' ? await paymentsOf(ctx.db, [musician.id], [monthKey(which)]) : [];
  const made = musician.slots_until ?? monthKey(which);
  return ok({
    year: which.year,
    month: which.month,
    timezone: zone,
    state,
    closed_at: month.closed_at?.toString() ?? null,
    closes_at: month.closes_at.toString(),
    info: infoOf(figures),
    minutes: figures.minutes,
    so_far: soFar && { info: infoOf(soFar), minutes: soFar.minutes },
    rates: ratesIn(rates, monthKey(which), next).map(({ valid_from, fixed_cents, flexible_cents }) => ({
      from: valid_from,
      fixed: toDollars(fixed_cents),
      flexible: toDollars(flexible_cents),
    })),
    no_rate_on: figures.no_rate_on,
    paid: paid === undefined ? null : { on: paid.paid_on, reference: paid.reference },
    planned_until: (state === 'planned' || state === 'running') && made < next ? made : null,
  });
}

/** The slots behind a figure of that month, with their sessions. */
export async function statsSlots(
  ctx: SignedInCtx,
  { query }: InputOf<typeof contract.statsSlots>,
): Output<typeof contract.statsSlots> {
  const { figure, page, size, ...which } = query;
  const own = await monthBy(ctx, ctx.actor.id, which);
  if (!own.ok) return own;
  const month = own.value;
  const behind = month.slots.filter((slot) => countsFor(figure, slot));
  const listed = behind.slice(page * size, (page + 1) * size);
  const names = await queries.clientNames(
    ctx.db,
    listed.flatMap(({ session_id }) => (session_id === null ? [] : [session_id])),
  );
  const slots = listed.map((slot) => {
    const cents = rateOfSlot(slot, month.rates, month.zone);
    return {
      id: slot.id,
      start_date: slot.starts_at.toString(),
      duration: slot.minutes,
      slot_type: slot.slot_type,
      service_category: slot.category,
      state: slot.booked ? ('booked' as const) : slot.hidden ? ('off' as const) : ('free' as const),
      session_id: slot.session_id,
      client_name: slot.session_id === null ? null : (names.get(slot.session_id) ?? null),
      rate: cents === null ? null : toDollars(cents),
    };
  });
  return ok({ slots, total: behind.length });
}

/** The same month as PDF. */
export async function statsPdf(
  ctx: SignedInCtx,
  { query }: InputOf<typeof contract.statsPdf>,
): Output<typeof contract.statsPdf> {
  return monthPdfOf(ctx, ctx.actor.id, query);
}

/** A musician's month as PDF, for the one who asks (docs/product/invoice.md#pdf). */
export async function monthPdfOf(
  ctx: SignedInCtx,
  musicianId: string,
  which: YearMonth,
): Output<typeof contract.statsPdf> {
  const found = await monthBy(ctx, musicianId, which);
  if (!found.ok) return found;
  const month = found.value;
  const body = await payPdf(month, await company(ctx), ctx.now);
  const { year, month: number } = month.which;
  const name = `invoice-${year}-${String(number).padStart(2, '0')}.pdf`;
  const headers = {
    'content-disposition': `inline; filename="${name}"`,
    'content-length': String(body.length),
    'cache-control': 'private, no-store',
  };
  return ok({ status: 200, headers, body });
}

async function monthBy(
  { db, now }: SignedInCtx,
  musicianId: string,
  { year, month }: YearMonth,
): Promise<Result<Month, 'not_found' | 'bad_month'>> {
  const which = { year, month };
  const musician = await queries.musicianOf(db, musicianId);
  if (musician === undefined) return fail('not_found');
  if (!isInvoiceMonth(which, now, musician.zone)) return fail('bad_month');
  return ok(await monthOf(db, musician, which, now));
}

function infoOf({ minutes, payment_cents }: MonthFigures) {
  return {
    fixed: toHours(minutes.fixed),
    flexible_booked: toHours(minutes.flexible_booked),
    flexible_offered: toHours(minutes.flexible_offered),
    holidays: toHours(minutes.holidays),
    payment: payment_cents === null ? null : toDollars(payment_cents),
  };
}

/** The rates that hold on a day of [first, next). */
function ratesIn(rates: readonly Rate[], first: string, next: string): Rate[] {
  const begun = rates.filter(({ valid_from }) => valid_from < next);
  return begun.filter((_, at) => {
    const following = begun[at + 1];
    return following === undefined || following.valid_from > first;
  });
}
