import { refused } from '../http/errors.ts';
import { newId } from '../store/ids.ts';
import type { Capture, Refund } from '../store/orders.ts';
import { cents, link, money, time } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import { saleOf } from './charge.ts';
import { tellCapture } from './orders.ts';
import { paymentOf, type Payment } from './payments.ts';

export interface RefundInput {
  readonly amount?: { readonly value: string; readonly currency_code: string };
  readonly note_to_payer?: string;
}

/** Gives back a capture or a sale, whole or in part. */
export async function refund(
  work: Work,
  id: string,
  { amount, note_to_payer }: RefundInput,
): Promise<Refund> {
  const payment = await paymentOf(work, id);
  const { gross, currency, person } = payment;
  const left = gross - payment.hidden.refunded;
  const value = amount === undefined ? left : cents(amount);
  if (amount !== undefined && amount.currency_code !== currency)
    throw refused('CURRENCY_MISMATCH', 'Currency of the refund must be same as the currency of the capture.');
  if (payment.is === 'capture' && payment.capture.status === 'PENDING')
    throw refused('CAPTURE_NOT_COMPLETED', 'The capture is not completed, so that it cannot be refunded.');
  if (left === 0) throw refused('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.');
  if (value === null)
    throw refused(
      'DECIMAL_PRECISION',
      'If the currency supports decimals, only two decimal place precision is supported.',
    );
  if (value <= 0 || value > left)
    throw refused(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
    );
  const now = time(await work.timeOf(person));
  const refundId = newId.payment();
  payment.hidden.refunded += value;
  const self = `${work.api}/v2/payments/refunds/${refundId}`;
  const made: Refund = {
    id: refundId,
    status: 'COMPLETED',
    amount: money(value, currency),
    ...(note_to_payer === undefined ? {} : { note_to_payer }),
    seller_payable_breakdown: {
      gross_amount: money(value, currency),
      paypal_fee: money(0, currency),
      net_amount: money(value, currency),
      total_refunded_amount: money(payment.hidden.refunded, currency),
    },
    create_time: now,
    update_time: now,
    links: [link(self, 'self'), link(`${work.api}/v2/payments/captures/${id}`, 'up')],
  };
  work.add('refund', refundId, made, { person, payment: id });
  const status = payment.hidden.refunded === gross ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  if (payment.is === 'capture') await refundCapture(work, payment.capture, made, status);
  else refundSale(work, payment, made, status);
  return made;
}

async function refundCapture(
  work: Work,
  capture: Capture,
  made: Refund,
  status: 'REFUNDED' | 'PARTIALLY_REFUNDED',
): Promise<void> {
  const { order: orderId, person = capture.id } = work.hidden('capture', capture.id);
  const order = await work.get('order', orderId);
  capture.status = status;
  capture.update_time = made.create_time;
  order.update_time = made.create_time;
  for (const unit of order.purchase_units) {
    if (unit.payments === undefined) continue;
    unit.payments.captures = [capture];
    unit.payments.refunds = [...(unit.payments.refunds ?? []), made];
  }
  const summary = `A $ ${made.amount.value} ${made.amount.currency_code} capture payment was refunded`;
  const custom = capture.custom_id === undefined ? {} : { custom_id: capture.custom_id };
  const type = { type: 'refund', version: '2.0' } as const;
  work.emit('PAYMENT.CAPTURE.REFUNDED', type, summary, { ...made, ...custom }, person);
}

function refundSale(
  work: Work,
  { transaction, subscription, person, hidden, currency }: Extract<Payment, { is: 'sale' }>,
  made: Refund,
  status: 'REFUNDED' | 'PARTIALLY_REFUNDED',
): void {
  transaction.status = status;
  const self = `${work.api}/v1/payments/refund/${made.id}`;
  const { value, currency_code } = made.amount;
  const resource = {
    id: made.id,
    sale_id: transaction.id,
    state: 'completed',
    amount: { total: value, currency: currency_code },
    total_refunded_amount: money(hidden.refunded, currency),
    ...(subscription.custom_id === undefined ? {} : { custom: subscription.custom_id }),
    billing_agreement_id: subscription.id,
    create_time: made.create_time,
    update_time: made.update_time,
    links: [link(self, 'self'), link(`${work.api}/v1/payments/sale/${transaction.id}`, 'sale')],
  };
  const summary = `A $ ${value} ${currency_code} sale payment was refunded`;
  work.emit('PAYMENT.SALE.REFUNDED', { type: 'refund' }, summary, resource, person);
}

/** Takes a payment back after a lost dispute: nothing of it is left. */
export async function reverse(work: Work, id: string): Promise<void> {
  const payment = await paymentOf(work, id);
  payment.hidden.refunded = payment.gross;
  if (payment.is === 'sale') {
    payment.transaction.status = 'REFUNDED';
    const sale = saleOf(work, payment.subscription, payment.transaction, 'reversed');
    const summary = `A $ ${sale.amount.total} ${sale.amount.currency} sale payment was reversed`;
    work.emit('PAYMENT.SALE.REVERSED', { type: 'sale' }, summary, sale, payment.person);
    return;
  }
  payment.capture.status = 'REFUNDED';
  const order = await work.get('order', work.hidden('capture', id).order);
  for (const unit of order.purchase_units) if (unit.payments) unit.payments.captures = [payment.capture];
  tellCapture(work, 'REVERSED', payment.capture, payment.person);
}
