import type { Stripe } from 'stripe';
import { refusalOf, type StripeAt } from './ask-stripe.ts';

/** Marks our configuration among others of the same account. */
const METADATA = { made_by: 'talkback' } as const;

/** The configuration's id for an access, found once by each process. */
const configurations = new WeakMap<Stripe, string>();

/**
 * A session of the provider's portal, which offers the payment method and past invoices, nothing else
 * (docs/product/buying.md#portal).
 */
export async function openPortal(
  { stripe }: StripeAt,
  { customer_id, return_url }: { readonly customer_id: string; readonly return_url: string },
): Promise<string> {
  const open = async (configuration: string): Promise<string> =>
    (await stripe.billingPortal.sessions.create({ customer: customer_id, configuration, return_url })).url;
  const known = configurations.get(stripe);
  try {
    return await open(known ?? (await findConfiguration(stripe)));
  } catch (error) {
    // Somebody has switched it off at the provider since.
    if (known === undefined || refusalOf(error)?.param !== 'configuration') throw error;
    return open(await findConfiguration(stripe));
  }
}

async function findConfiguration(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const found = data.find(({ metadata }) => metadata?.['made_by'] === METADATA.made_by);
  const { id } = found ?? (await makeConfiguration(stripe));
  configurations.set(stripe, id);
  return id;
}

function makeConfiguration(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration> {
  return stripe.billingPortal.configurations.create(
    {
      features: {
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
        customer_update: { enabled: false },
        subscription_cancel: { enabled: false },
        subscription_update: { enabled: false },
      },
      metadata: METADATA,
    },
    { idempotencyKey: 'portal:1' },
  );
}
