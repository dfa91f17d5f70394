import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';

const DAY = 86_400;

/** The cardholder disputes a payment; its money is withdrawn. */
export async function openDispute(
  work: Work,
  charge: Stripe.Charge,
  reason: string,
  at: number,
): Promise<Stripe.Dispute> {
  const earlier = await work.select('dispute', [equals('charge', charge.id)]);
  if (earlier.some(({ status }) => status !== 'won' && status !== 'lost'))
    throw invalid(`Charge ${charge.id} has already been disputed.`);
  if (charge.status !== 'succeeded') throw invalid(`Charge ${charge.id} was not paid.`);
  const dispute: Stripe.Dispute = {
    id: work.id('dispute'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: at,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, enhanced_evidence: {} },
    evidence_details: {
      due_by: at + 9 * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: null as unknown as Stripe.Dispute.EvidenceDetails['submission_method'],
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  };
  work.add(dispute, { clock: work.hidden(charge).clock ?? null });
  charge.disputed = true;
  await work.emit('charge.dispute.created', dispute);
  await work.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Ends a dispute; a won one brings the money back. */
export async function closeDispute(work: Work, dispute: Stripe.Dispute, won: boolean): Promise<void> {
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw invalid('This dispute is already closed', undefined, 'dispute_already_closed');
  dispute.status = won ? 'won' : 'lost';
  if (won) await work.emit('charge.dispute.funds_reinstated', dispute);
  await work.emit('charge.dispute.closed', dispute);
}

const NO_EVIDENCE: Omit<Stripe.Dispute.Evidence, 'enhanced_evidence'> = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
