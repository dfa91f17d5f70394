import { invoiceDate } from '#shared/billing/rules-invoice.ts';
import { percentOf } from '#shared/lib/money.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { PayPalAt } from '../paypal/ask-paypal.ts';
import { find } from '../paypal/fetch-customer.ts';
import { centsOf, type Dispute, type Refund } from '../paypal/objects.ts';
import { kindOfObject } from '../paypal/queries-paypal.ts';
import { isWholeRefund } from '../paypal/to-payments.ts';
import { vatRate } from '../vat.ts';
import * as queries from './queries.ts';
import type { PaidItem, StoredLine } from './queries.ts';
import type { Figures, PaidBack } from './read-figures.ts';

/**
 * The figures of a payment through PayPal: what was charged, with the VAT that it was asked with
 * (docs/product/paypal.md#receipts). PayPal has no invoice of its own.
 */
export async function paypalFigures(
  ctx: Pick<Ctx, 'db'>,
  { mode }: PayPalAt,
  payment: PaidItem,
): Promise<Figures> {
  const { db } = ctx;
  const bought = await queries.purchaseOf(db, mode, payment);
  const isAtApproval = bought !== undefined && isOfApproval(payment, bought);
  const vat_cents = payment.total_cents - payment.net_cents;
  const buyer = await queries.buyerOf(db, payment.person_id);
  const place = { country: buyer.country ?? bought?.country ?? null, vat_number: buyer.vat_number ?? '' };
  // A cycle has the VAT of its day.
  const today = await vatRate(ctx, place);
  const rates = [bought?.vat_basis_points ?? 0, today.basis_points];
  const rate = rates.find((one) => percentOf(payment.net_cents, one) === vat_cents);
  return {
    lines: linesOf(payment, isAtApproval),
    discount_cents: 0,
    net_cents: payment.net_cents,
    vat_cents,
    total_cents: payment.total_cents,
    vat_basis_points: vat_cents === 0 ? 0 : (rate ?? bought?.vat_basis_points ?? 0),
    reverse_charge: vat_cents === 0 && (isAtApproval ? bought.reverse_charge === true : today.reverse_charge),
    country: bought?.country ?? null,
  };
}

/** Whether a payment is what its purchase said is due at the approval, not a later cycle. */
function isOfApproval(
  { period_start, net_cents, total_cents }: PaidItem,
  bought: NonNullable<Awaited<ReturnType<typeof queries.purchaseOf>>>,
): boolean {
  const { cycles_from } = bought;
  const isBefore =
    cycles_from === null || period_start === null || Temporal.Instant.compare(period_start, cycles_from) < 0;
  return isBefore && net_cents === bought.net_cents && total_cents === net_cents + (bought.vat_cents ?? 0);
}

/** What a change of plan gave back is a line of its own. */
function linesOf(payment: PaidItem, isAtApproval: boolean): StoredLine[] {
  const { name, quantity, unit_cents, net_cents, period_start: start, period_end: end } = payment;
  const label =
    start === null || end === null ? name : `${name}, ${invoiceDate(start)} to ${invoiceDate(end)}`;
  const full = unit_cents * quantity;
  const isReduced = isAtApproval && payment.kind === 'plan' && net_cents < full;
  return [
    { label, quantity, net_cents: isReduced ? full : net_cents },
    ...(isReduced ? [{ label: CREDIT, quantity: 1, net_cents: net_cents - full }] : []),
  ];
}

const CREDIT = 'Credit for the rest of the former plan';

/** What a refund or a lost dispute paid back. */
export async function paypalRefund(
  { db }: Pick<Ctx, 'db'>,
  { paypal, mode }: PayPalAt,
  payment: PaidItem,
  id: string,
): Promise<PaidBack> {
  // Of one that PayPal has not named only the payment's end is known: all of it went back.
  if (isWholeRefund(id)) {
    const credited = await queries.creditedOfPayment(db, payment.id);
    return { cents: payment.total_cents + credited, isDispute: false };
  }
  if ((await kindOfObject(db, mode, id)) === 'dispute') {
    const dispute = await find<Dispute>(paypal, `/v1/customer/disputes/${id}`);
    const amount = dispute?.dispute_outcome?.amount_refunded ?? dispute?.dispute_amount;
    return { cents: (amount && centsOf(amount)) ?? payment.total_cents, isDispute: true };
  }
  const { amount } = await paypal.call<Refund>({ path: `/v2/payments/refunds/${id}` });
  return { cents: centsOf(amount) ?? 0, isDispute: false };
}
