import type Stripe from 'stripe';
import { randomText } from '../../lib/ids.ts';
import { newId } from '../store/ids.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import type { Decline } from './declines.ts';
import { openDispute } from './disputes.ts';
import { behaviorOf } from './payment-methods.ts';

/** Records a payment attempt that reached the bank. */
export async function addCharge(
  work: Work,
  at: number,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | null,
): Promise<Stripe.Charge> {
  const id = work.id('charge');
  const card = method.card;
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline === null ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline === null ? newId('txn') : null,
    billing_details: structuredClone(method.billing_details),
    calculated_statement_descriptor: 'SANDBOX',
    captured: decline === null,
    created: at,
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline === null ? 'approved_by_network' : 'declined_by_network',
      reason: decline?.declineCode ?? null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message:
        decline === null
          ? 'Payment complete.'
          : 'The bank did not return any further details with this decline.',
      type: decline === null ? 'authorized' : 'issuer_declined',
    },
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details:
      card === undefined ? null : { card: cardDetails(card, intent.amount), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline === null ? `${work.origin}/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline === null ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  work.add(charge, { clock: work.hidden(intent).clock ?? null });
  intent.latest_charge = id;
  await work.emit(decline === null ? 'charge.succeeded' : 'charge.failed', charge);
  if (decline === null && behaviorOf(work, method) === 'is_disputed')
    await openDispute(work, charge, 'fraudulent', at);
  return charge;
}

function cardDetails(
  card: Stripe.PaymentMethod.Card,
  amount: number,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: randomText(6),
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
    country: card.country,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: randomText(15),
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  } as unknown as Stripe.Charge.PaymentMethodDetails.Card;
}
