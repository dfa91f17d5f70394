import type { Stripe } from 'stripe';
import { refusalOf } from '../stripe/ask-stripe.ts';

/** What a subscription has to be read with, for `firstPayment` and `paymentOf`. */
export const CONFIRMABLE = { expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'] };

/** How the payment of a subscription stands that is not paid yet. */
export interface FirstPayment {
  /** What the bank has to confirm; null: nothing. */
  readonly secret: string | null;
  /** The provider's words; null: not declined. */
  readonly declined: string | null;
}

const NOTHING: FirstPayment = { secret: null, declined: null };

/** The state of the first payment or, in a trial, of the card's setup. */
export async function firstPayment(stripe: Stripe, subscription: Stripe.Subscription): Promise<FirstPayment> {
  const { status, pending_setup_intent: setup } = subscription;
  if (status === 'trialing' && typeof setup === 'object' && setup?.status === 'requires_action')
    return { ...NOTHING, secret: setup.client_secret };
  return status === 'incomplete' ? paymentOf(stripe, subscription) : NOTHING;
}

/** The state of a subscription's newest payment. */
export async function paymentOf(
  stripe: Stripe,
  { latest_invoice: invoice }: Stripe.Subscription,
): Promise<FirstPayment> {
  if (typeof invoice !== 'object') return NOTHING;
  const secret = invoice?.confirmation_secret?.client_secret;
  if (secret === undefined) return NOTHING;
  const [intentId = ''] = secret.split('_secret_');
  const intent = await stripe.paymentIntents.retrieve(intentId);
  if (intent.status === 'requires_action') return { ...NOTHING, secret };
  if (intent.status !== 'requires_payment_method') return NOTHING;
  return { ...NOTHING, declined: intent.last_payment_error?.message ?? 'Your card was declined.' };
}

/** Voiding the unpaid invoice of an update gives the update up; whoever pays at this moment wins. */
export async function dropPending(stripe: Stripe, { latest_invoice }: Stripe.Subscription): Promise<void> {
  const id = typeof latest_invoice === 'string' ? latest_invoice : latest_invoice?.id;
  if (id === undefined) return;
  await stripe.invoices.voidInvoice(id).catch((error: unknown) => {
    if (refusalOf(error) === null) throw error;
  });
}
