import { closeDispute } from '../engine/disputes.ts';
import { refund } from '../engine/refunds.ts';
import { invalid } from '../http/errors.ts';
import { clearable, flag, integer, mergeMetadata, metadata, object, oneOf, text } from '../http/params.ts';
import { listOf, retrieve, route, type Route } from '../http/route.ts';
import { idOf } from '../store/reference.ts';
import { equals, type Condition } from '../store/work.ts';

/** Conditions of the filters that are given. */
export const given = (filters: Readonly<Record<string, string | boolean | undefined>>): Condition[] =>
  Object.entries(filters).flatMap(([path, value]) => (value === undefined ? [] : [equals(path, value)]));

export const charges: readonly Route[] = [
  listOf('/v1/charges', 'charge', { customer: text, payment_intent: text }, ({ input }) =>
    given({ customer: input.customer, payment_intent: input.payment_intent }),
  ),
  retrieve('/v1/charges/:id', 'charge'),
];

export const refunds: readonly Route[] = [
  route(
    'POST',
    '/v1/refunds',
    {
      amount: integer,
      charge: text,
      payment_intent: text,
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      metadata,
    },
    async ({ work, input }) => {
      if (input.charge === undefined && input.payment_intent === undefined)
        throw invalid(
          'One of the following params should be provided for this request: payment_intent or charge.',
          undefined,
          'parameter_missing',
        );
      const intent =
        input.payment_intent === undefined
          ? null
          : await work.get('payment_intent', input.payment_intent, 'payment_intent');
      const id = input.charge ?? idOf(intent?.latest_charge);
      if (id === null)
        throw invalid(
          `This PaymentIntent (${intent?.id ?? ''}) does not have a successful charge to refund.`,
          'payment_intent',
        );
      return refund(work, await work.get('charge', id, 'charge'), {
        amount: input.amount,
        reason: input.reason,
        metadata: mergeMetadata({}, input.metadata),
      });
    },
  ),
  listOf('/v1/refunds', 'refund', { charge: text, payment_intent: text }, ({ input }) =>
    given({ charge: input.charge, payment_intent: input.payment_intent }),
  ),
  retrieve('/v1/refunds/:id', 'refund'),
  route('POST', '/v1/refunds/:id', { metadata }, async ({ work, input, ids: [id = ''] }) => {
    const found = await work.get('refund', id);
    found.metadata = mergeMetadata(found.metadata, input.metadata);
    await work.emit('refund.updated', found);
    return found;
  }),
];

export const disputes: readonly Route[] = [
  listOf('/v1/disputes', 'dispute', { charge: text, payment_intent: text }, ({ input }) =>
    given({ charge: input.charge, payment_intent: input.payment_intent }),
  ),
  retrieve('/v1/disputes/:id', 'dispute'),
  route(
    'POST',
    '/v1/disputes/:id',
    { evidence: object({ uncategorized_text: clearable(text) }), metadata, submit: flag },
    async ({ work, input, ids: [id = ''] }) => {
      const dispute = await work.get('dispute', id);
      const evidence = input.evidence?.uncategorized_text;
      if (evidence !== undefined) {
        dispute.evidence.uncategorized_text = evidence;
        dispute.evidence_details.has_evidence = evidence !== null;
      }
      dispute.metadata = mergeMetadata(dispute.metadata, input.metadata);
      const submits = (input.submit ?? true) && evidence != null;
      if (submits) {
        dispute.evidence_details.submission_count += 1;
        if (dispute.status === 'needs_response') dispute.status = 'under_review';
      }
      await work.emit('charge.dispute.updated', dispute);
      // Stripe's test evidence decides at once.
      if (submits && evidence === 'winning_evidence') await closeDispute(work, dispute, true);
      if (submits && evidence === 'losing_evidence') await closeDispute(work, dispute, false);
      return dispute;
    },
  ),
  route('POST', '/v1/disputes/:id/close', {}, async ({ work, ids: [id = ''] }) => {
    const dispute = await work.get('dispute', id);
    await closeDispute(work, dispute, false);
    return dispute;
  }),
];
