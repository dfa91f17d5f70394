import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';

/** Takes a payment method from its customer; nothing is paid with it from then on. */
export async function detach(work: Work, method: Stripe.PaymentMethod): Promise<void> {
  const owner = idOf(method.customer);
  if (owner === null)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  const customer = await work.get('customer', owner);
  if (idOf(customer.invoice_settings.default_payment_method) === method.id)
    customer.invoice_settings.default_payment_method = null;
  for (const subscription of await work.select('subscription', [equals('default_payment_method', method.id)]))
    subscription.default_payment_method = null;
  await work.emit('payment_method.detached', method);
  method.customer = null;
}
