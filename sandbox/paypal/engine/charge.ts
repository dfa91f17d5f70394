import { newId } from '../store/ids.ts';
import type { Money } from '../store/basics.ts';
import type { BillingInfo, HiddenOfSubscription, Subscription, Transaction } from '../store/kinds.ts';
import { link, money, time } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import { payerOf } from './payers.ts';

/** What PayPal keeps of a payment: 3.49 % and 49 cents. */
export const feeOf = (gross: number): number => Math.min(gross, Math.round(gross * 0.0349) + 49);

/** A sale, as its webhooks tell it. */
export interface Sale {
  readonly id: string;
  state: string;
  readonly amount: { total: string; currency: string; details: { subtotal: string; tax?: string } };
  readonly payment_mode: 'INSTANT_TRANSFER';
  readonly protection_eligibility: 'ELIGIBLE';
  readonly protection_eligibility_type: string;
  readonly transaction_fee: { value: string; currency: string };
  /** The subscription's custom_id. */
  readonly custom?: string;
  /** The subscription. */
  readonly billing_agreement_id: string;
  readonly create_time: string;
  readonly update_time: string;
  readonly links: readonly object[];
}

const plain = ({ value, currency_code }: Money): { total: string; currency: string } => ({
  total: value,
  currency: currency_code,
});

/** The sale of a transaction. */
export function saleOf(
  work: Work,
  subscription: Subscription,
  transaction: Transaction,
  state: string,
): Sale {
  const { gross_amount, tax_amount, fee_amount } = transaction.amount_with_breakdown;
  const self = `${work.api}/v1/payments/sale/${transaction.id}`;
  return {
    id: transaction.id,
    state,
    amount: {
      ...plain(gross_amount),
      details: {
        subtotal: gross_amount.value,
        ...(tax_amount === undefined ? {} : { tax: tax_amount.value }),
      },
    },
    payment_mode: 'INSTANT_TRANSFER',
    protection_eligibility: 'ELIGIBLE',
    protection_eligibility_type: 'ITEM_NOT_RECEIVED_ELIGIBLE,UNAUTHORIZED_PAYMENT_ELIGIBLE',
    transaction_fee: { value: fee_amount.value, currency: fee_amount.currency_code },
    ...(subscription.custom_id === undefined ? {} : { custom: subscription.custom_id }),
    billing_agreement_id: subscription.id,
    create_time: transaction.time,
    update_time: transaction.time,
    links: [link(self, 'self'), link(`${self}/refund`, 'refund', 'POST')],
  };
}

/** Takes an amount from a subscription's payer; the caller has decided that it works. */
export function pay(
  work: Work,
  subscription: Subscription,
  { gross, tax, kind, at }: { gross: number; tax: number; kind: 'setup' | 'cycle'; at: number },
): void {
  const hidden = work.hidden('subscription', subscription.id);
  const { currency } = hidden.terms;
  const { account } = payerOf(hidden.payer);
  const id = newId.payment();
  const transaction: Transaction = {
    id,
    status: 'COMPLETED',
    amount_with_breakdown: {
      gross_amount: money(gross, currency),
      fee_amount: money(feeOf(gross), currency),
      ...(tax === 0 ? {} : { tax_amount: money(tax, currency) }),
      net_amount: money(gross - feeOf(gross), currency),
    },
    payer_name: account.name,
    payer_email: account.email_address,
    time: time(at),
  };
  const person = hidden.person ?? subscription.id;
  work.add('transaction', id, transaction, { person, subscription: subscription.id, kind, refunded: 0 });
  const info = infoOf(subscription, hidden);
  info.last_payment = { amount: money(gross, currency), time: time(at) };
  info.failed_payments_count = 0;
  info.outstanding_balance = money(0, currency);
  const summary = `Payment completed for $ ${money(gross, currency).value} ${currency}`;
  const sale = saleOf(work, subscription, transaction, 'completed');
  work.emit('PAYMENT.SALE.COMPLETED', { type: 'sale' }, summary, sale, person);
}

/** What a subscription tells of its payments, from the approval on. */
export function infoOf(subscription: Subscription, { terms, paid }: HiddenOfSubscription): BillingInfo {
  subscription.billing_info ??= {
    outstanding_balance: money(0, terms.currency),
    cycle_executions: [],
    failed_payments_count: 0,
  };
  subscription.billing_info.cycle_executions = [
    {
      tenure_type: 'REGULAR',
      sequence: 1,
      cycles_completed: paid,
      cycles_remaining: terms.total === 0 ? 0 : Math.max(0, terms.total - paid),
      current_pricing_scheme_version: 1,
      total_cycles: terms.total,
    },
  ];
  return subscription.billing_info;
}
