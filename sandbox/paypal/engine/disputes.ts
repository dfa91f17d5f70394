import { newId } from '../store/ids.ts';
import type { Dispute } from '../store/orders.ts';
import { cents, link, money, time } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import { MERCHANT } from './orders.ts';
import { payerOf } from './payers.ts';
import { paymentOf, type Payment } from './payments.ts';
import { reverse } from './refunds.ts';

const TYPE = { type: 'dispute' } as const;

const payerKeyOf = (work: Work, payment: Payment): string | undefined =>
  payment.is === 'sale'
    ? work.hidden('subscription', payment.subscription.id).payer
    : work.hidden('order', payment.hidden.order).payer;

/** The payer disputes a payment. */
export async function openDispute(work: Work, paymentId: string, reason: string): Promise<Dispute> {
  const payment = await paymentOf(work, paymentId);
  if (payment.is === 'capture') await work.get('order', payment.hidden.order);
  const { person, gross, currency } = payment;
  const now = time(await work.timeOf(person));
  const id = newId.dispute();
  const { name } = payerOf(payerKeyOf(work, payment)).account;
  const custom = payment.is === 'sale' ? payment.subscription.custom_id : payment.capture.custom_id;
  const self = `${work.api}/v1/customer/disputes/${id}`;
  const dispute: Dispute = {
    dispute_id: id,
    create_time: now,
    update_time: now,
    disputed_transactions: [
      {
        buyer_transaction_id: newId.payment(),
        seller_transaction_id: paymentId,
        create_time: payment.is === 'sale' ? payment.transaction.time : payment.capture.create_time,
        transaction_status: 'COMPLETED',
        gross_amount: money(gross, currency),
        ...(custom === undefined ? {} : { custom }),
        buyer: { name: `${name.given_name} ${name.surname}` },
        seller: { merchant_id: MERCHANT.merchant_id, name: 'Studio' },
      },
    ],
    reason,
    status: 'WAITING_FOR_SELLER_RESPONSE',
    dispute_state: 'REQUIRED_ACTION',
    dispute_amount: money(gross - payment.hidden.refunded, currency),
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    links: [link(self, 'self'), link(`${self}/provide-evidence`, 'provide_evidence', 'POST')],
  };
  work.add('dispute', id, dispute, { person, payment: paymentId });
  work.emit('CUSTOMER.DISPUTE.CREATED', TYPE, 'A new dispute opened with Case # ' + id, dispute, person);
  return dispute;
}

/** PayPal decides a dispute; a lost one takes the payment back. */
export async function closeDispute(work: Work, dispute: Dispute, won: boolean): Promise<void> {
  const { person = dispute.dispute_id, payment } = work.hidden('dispute', dispute.dispute_id);
  if (dispute.status === 'RESOLVED') return;
  const { currency_code } = dispute.dispute_amount;
  Object.assign(dispute, {
    status: 'RESOLVED',
    dispute_state: 'RESOLVED',
    update_time: time(await work.timeOf(person)),
    dispute_outcome: {
      outcome_code: won ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR',
      amount_refunded: money(won ? 0 : (cents(dispute.dispute_amount) ?? 0), currency_code),
    },
    links: dispute.links.slice(0, 1),
  } satisfies Partial<Dispute>);
  if (!won) await reverse(work, payment);
  const summary = `A dispute was resolved with case # ${dispute.dispute_id}`;
  work.emit('CUSTOMER.DISPUTE.RESOLVED', TYPE, summary, dispute, person);
}
