import { refund } from '../engine/refunds.ts';
import { addBalanceTransaction, intentOf } from '../engine/invoices.ts';
import { decimal } from '../engine/lines.ts';
import { invalid } from '../http/errors.ts';
import { integer, mergeMetadata, metadata, oneOf, required, text } from '../http/params.ts';
import { listOf, retrieve, route, wholeList, type Route } from '../http/route.ts';
import { shareOf } from '../../lib/money/amounts.ts';
import { newId } from '../store/ids.ts';
import type { Kinds } from '../store/kinds.ts';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';
import { given } from './charges.ts';

type Invoice = Kinds['invoice'];

/** What of an invoice has not been credited yet. */
const leftOf = (invoice: Invoice): number =>
  invoice.total - invoice.pre_payment_credit_notes_amount - invoice.post_payment_credit_notes_amount;

async function newNote(
  work: Work,
  invoice: Invoice,
  amount: number,
  at: number,
  input: { memo: string | null; reason: Kinds['credit_note']['reason']; metadata: Record<string, string> },
): Promise<Kinds['credit_note']> {
  const id = work.id('credit_note');
  const tax = invoice.total - (invoice.total_excluding_tax ?? invoice.total);
  const taxPart = shareOf(amount, tax, invoice.total);
  const net = amount - taxPart;
  const paid = invoice.status === 'paid';
  const number = (await work.select('credit_note', [equals('invoice', invoice.id)])).length + 1;
  return {
    id,
    object: 'credit_note',
    amount,
    amount_shipping: 0,
    created: at,
    currency: invoice.currency,
    customer: idOf(invoice.customer) ?? '',
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: at,
    invoice: invoice.id,
    lines: wholeList(
      [
        {
          id: newId('cnli'),
          object: 'credit_note_line_item',
          amount: net,
          description: input.memo ?? 'Credit',
          discount_amount: 0,
          discount_amounts: [],
          livemode: false,
          metadata: {},
          pretax_credit_amounts: [],
          quantity: 1,
          tax_rates: [],
          taxes: [],
          type: 'custom_line_item',
          unit_amount: net,
          unit_amount_decimal: decimal(net),
        },
      ],
      `/v1/credit_notes/${id}/lines`,
    ),
    livemode: false,
    memo: input.memo,
    metadata: input.metadata,
    number: `${invoice.number ?? ''}-CN-${String(number).padStart(2, '0')}`,
    out_of_band_amount: null,
    pdf: `${work.origin}/credit-notes/${id}/pdf`,
    post_payment_amount: paid ? amount : 0,
    pre_payment_amount: paid ? 0 : amount,
    pretax_credit_amounts: [],
    reason: input.reason,
    refunds: [],
    shipping_cost: null,
    status: 'issued',
    subtotal: net,
    subtotal_excluding_tax: net,
    total: amount,
    total_excluding_tax: net,
    total_taxes: (invoice.total_taxes ?? []).map((one) => ({
      ...one,
      amount: shareOf(amount, one.amount, invoice.total),
      taxable_amount: net,
    })),
    type: paid ? 'post_payment' : 'pre_payment',
    voided_at: null,
  };
}

export const creditNotes: readonly Route[] = [
  route(
    'POST',
    '/v1/credit_notes',
    {
      invoice: required(text),
      amount: required(integer),
      credit_amount: integer,
      refund_amount: integer,
      memo: text,
      metadata,
      reason: oneOf('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'),
    },
    async ({ work, input }) => {
      const invoice = await work.get('invoice', input.invoice, 'invoice');
      const { amount } = input;
      if (invoice.status !== 'open' && invoice.status !== 'paid')
        throw invalid('You can only create a credit note for an open or paid invoice.', 'invoice');
      if (amount < 1 || amount > leftOf(invoice))
        throw invalid(
          `The sum of credit amount exceeds the invoice's remaining total of ${leftOf(invoice)}.`,
          'amount',
        );
      const customer = await work.get('customer', idOf(invoice.customer) ?? '');
      const at = await work.timeOf(customer.id);
      const paid = invoice.status === 'paid';
      const back = input.refund_amount ?? 0;
      const credit = input.credit_amount ?? 0;
      if (paid && back + credit !== amount)
        throw invalid(
          'The sum of credit_amount, refund_amount and out_of_band_amount must equal the credit note amount.',
          'amount',
        );
      if (!paid && back + credit > 0)
        throw invalid('Refunds and credits are for paid invoices only.', 'refund_amount');
      const note = await newNote(work, invoice, amount, at, {
        memo: input.memo ?? null,
        reason: input.reason ?? null,
        metadata: mergeMetadata({}, input.metadata),
      });
      work.add(note, { clock: idOf(invoice.test_clock) });
      if (paid) invoice.post_payment_credit_notes_amount += amount;
      else {
        invoice.pre_payment_credit_notes_amount += amount;
        invoice.amount_due -= amount;
        invoice.amount_remaining -= amount;
        const intent = await intentOf(work, invoice);
        if (intent !== null) intent.amount = invoice.amount_remaining;
      }
      if (back > 0) {
        const charge = idOf((await intentOf(work, invoice))?.latest_charge);
        if (charge === null) throw invalid('This invoice was not paid by card.', 'refund_amount');
        const made = await refund(work, await work.get('charge', charge), { amount: back });
        note.refunds.push({
          amount_refunded: back,
          payment_record_refund: null,
          refund: made.id,
          type: 'refund',
        });
      }
      if (credit > 0) {
        note.customer_balance_transaction = addBalanceTransaction(
          work,
          customer,
          -credit,
          'credit_note',
          at,
          invoice.id,
          { creditNote: note.id },
        ).id;
      }
      await work.emit('credit_note.created', note);
      return note;
    },
  ),
  listOf(
    '/v1/credit_notes',
    'credit_note',
    { customer: text, invoice: text },
    ({ input: { customer, invoice } }) => given({ customer, invoice }),
  ),
  retrieve('/v1/credit_notes/:id', 'credit_note'),
];
