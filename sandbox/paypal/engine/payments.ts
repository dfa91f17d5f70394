import { notFound } from '../http/errors.ts';
import type { HiddenOf, Subscription, Transaction } from '../store/kinds.ts';
import type { Capture } from '../store/orders.ts';
import { cents, link } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import { amountsOf } from './amounts.ts';

interface Common {
  readonly person: string;
  readonly gross: number;
  readonly currency: string;
}

/** A payment by its id: the capture of an order, or a sale of a subscription. */
export type Payment = Common &
  (
    | { readonly is: 'capture'; readonly capture: Capture; readonly hidden: HiddenOf['capture'] }
    | {
        readonly is: 'sale';
        readonly transaction: Transaction;
        readonly subscription: Subscription;
        readonly hidden: HiddenOf['transaction'];
      }
  );

export async function paymentOf(work: Work, id: string): Promise<Payment> {
  const capture = await work.find('capture', id);
  if (capture !== null) {
    const hidden = work.hidden('capture', id);
    const { currency_code: currency } = capture.amount;
    const gross = cents(capture.amount) ?? 0;
    return { is: 'capture', capture, hidden, gross, currency, person: hidden.person ?? id };
  }
  const transaction = await work.find('transaction', id);
  if (transaction === null) throw notFound();
  const hidden = work.hidden('transaction', id);
  const subscription = await work.get('subscription', hidden.subscription);
  const { gross_amount } = transaction.amount_with_breakdown;
  const gross = cents(gross_amount) ?? 0;
  const currency = gross_amount.currency_code;
  return { is: 'sale', transaction, subscription, hidden, gross, currency, person: hidden.person ?? id };
}

/** A payment as GET /v2/payments/captures/:id answers it. */
export async function captureView(work: Work, id: string): Promise<Capture> {
  const payment = await paymentOf(work, id);
  if (payment.is === 'capture') return payment.capture;
  const { gross, currency, transaction, subscription } = payment;
  const self = `${work.api}/v2/payments/captures/${id}`;
  return {
    id,
    status: transaction.status,
    ...amountsOf(gross, currency),
    ...(subscription.custom_id === undefined ? {} : { custom_id: subscription.custom_id }),
    create_time: transaction.time,
    update_time: transaction.time,
    links: [link(self, 'self'), link(`${self}/refund`, 'refund', 'POST')],
  };
}
