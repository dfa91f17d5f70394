import type { StripeAt } from './ask-stripe.ts';

/** Marks our configuration among others of the same account. */
const METADATA = { made_by: 'talkback' } as const;

/**
 * A session of the provider's portal, which offers the payment method and past invoices, nothing else
 * (docs/product/billing.md#portal).
 */
export async function openPortal(
  { stripe }: StripeAt,
  { customer_id, return_url }: { readonly customer_id: string; readonly return_url: string },
): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const known = data.find(({ metadata }) => metadata?.['made_by'] === METADATA.made_by);
  const { id } =
    known ??
    (await stripe.billingPortal.configurations.create(
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
    ));
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customer_id,
    configuration: id,
    return_url,
  });
  return url;
}
