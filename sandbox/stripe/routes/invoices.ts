import { declinedError } from '../engine/intents.ts';
import { finalize, intentOf } from '../engine/invoices.ts';
import { collect, voidInvoice } from '../engine/settle.ts';
import { forgetPendingOf } from '../engine/update-subscription.ts';
import { ApiError, invalid } from '../http/errors.ts';
import {
  clearable,
  flag,
  integerIn,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  required,
  text,
} from '../http/params.ts';
import { listOf, retrieve, route, wholeList, type Route } from '../http/route.ts';
import { idOf } from '../store/reference.ts';
import { given } from './charges.ts';
import { createPreview } from './invoice-previews.ts';

export const invoices: readonly Route[] = [
  createPreview,
  listOf(
    '/v1/invoices',
    'invoice',
    {
      customer: text,
      subscription: text,
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
    },
    ({ input: { customer, status, subscription } }) =>
      given({ customer, status, 'parent.subscription_details.subscription': subscription }),
  ),
  retrieve('/v1/invoices/:id', 'invoice'),
  route(
    'POST',
    '/v1/invoices/:id',
    { metadata, description: clearable(text), auto_advance: flag },
    async ({ work, input, ids: [id = ''] }) => {
      const invoice = await work.get('invoice', id);
      invoice.metadata = mergeMetadata(invoice.metadata, input.metadata);
      if (input.description !== undefined) invoice.description = input.description;
      if (input.auto_advance !== undefined) invoice.auto_advance = input.auto_advance;
      await work.emit('invoice.updated', invoice);
      return invoice;
    },
  ),
  route('GET', '/v1/invoices/:id/lines', { limit: integerIn(1, 100) }, async ({ work, ids: [id = ''] }) =>
    wholeList((await work.get('invoice', id)).lines.data, `/v1/invoices/${id}/lines`),
  ),
  route('POST', '/v1/invoices/:id/finalize', { auto_advance: flag }, async ({ work, ids: [id = ''] }) => {
    const invoice = await work.get('invoice', id);
    if (invoice.status !== 'draft')
      throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
    await finalize(work, invoice, await work.timeOf(idOf(invoice.customer)));
    return invoice;
  }),
  route(
    'POST',
    '/v1/invoices/:id/pay',
    { payment_method: text, off_session: flag },
    async ({ work, input, ids: [id = ''] }) => {
      const invoice = await work.get('invoice', id);
      if (invoice.status === 'paid') throw invalid('Invoice is already paid');
      if (invoice.status === 'draft')
        await finalize(work, invoice, await work.timeOf(idOf(invoice.customer)));
      if (invoice.status !== 'open') throw invalid('Only open invoices can be paid.');
      const verdict = await collect(work, invoice, {
        offSession: input.off_session ?? true,
        method: input.payment_method,
      });
      if (verdict.is === 'accepted') return invoice;
      const intent = await intentOf(work, invoice);
      if (verdict.is === 'authenticate') {
        throw new ApiError(
          402,
          {
            type: 'card_error',
            code: 'invoice_payment_intent_requires_action',
            message: 'Invoice payment intent requires action',
            ...(intent === null ? {} : { payment_intent: structuredClone(intent) }),
          },
          true,
        );
      }
      if (intent !== null && intent.last_payment_error !== null) throw declinedError(intent);
      throw new ApiError(
        400,
        {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: 'There is no `default_payment_method` set on this Customer or Invoice.',
        },
        true,
      );
    },
  ),
  route('POST', '/v1/invoices/:id/void', {}, async ({ work, ids: [id = ''] }) => {
    const invoice = await work.get('invoice', id);
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw invalid(`You can only pass in open invoices. This invoice isn't open.`);
    await voidInvoice(work, invoice, await work.timeOf(idOf(invoice.customer)));
    await forgetPendingOf(work, invoice);
    return invoice;
  }),
  route('POST', '/v1/invoices/:id/mark_uncollectible', {}, async ({ work, ids: [id = ''] }) => {
    const invoice = await work.get('invoice', id);
    if (invoice.status !== 'open') throw invalid('You can only mark open invoices as uncollectible.');
    invoice.status = 'uncollectible';
    invoice.status_transitions.marked_uncollectible_at = await work.timeOf(idOf(invoice.customer));
    invoice.next_payment_attempt = null;
    work.hidden(invoice).due = null;
    await work.emit('invoice.marked_uncollectible', invoice);
    return invoice;
  }),
  listOf(
    '/v1/invoice_payments',
    'invoice_payment',
    {
      invoice: text,
      status: oneOf('open', 'paid', 'canceled'),
      payment: object({ type: required(oneOf('payment_intent')), payment_intent: text }),
    },
    ({ input: { invoice, payment, status } }) =>
      given({ invoice, status, 'payment.payment_intent': payment?.payment_intent }),
  ),
  retrieve('/v1/invoice_payments/:id', 'invoice_payment'),
];
