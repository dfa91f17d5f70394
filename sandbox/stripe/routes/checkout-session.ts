import { mergeMetadata } from '../http/params.ts';
import type { Kinds } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import type { SessionInput } from './checkout-input.ts';
import type { CheckoutTotals } from './checkout-items.ts';

interface Parts {
  readonly customer: string | null;
  readonly totals: CheckoutTotals | null;
  readonly currency: string | null;
  readonly discounts: { coupon: string | null; promotion_code: string | null }[];
}

/** An open session with the address of its page. */
export function newSession(
  work: Work,
  id: string,
  at: number,
  expires: number,
  input: SessionInput,
  { customer, totals, currency, discounts }: Parts,
): Kinds['checkout.session'] {
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: input.allow_promotion_codes ?? null,
    allowed_payment_method_types: input.allowed_payment_method_types?.slice() ?? null,
    amount_subtotal: totals?.subtotal ?? null,
    amount_total: totals?.total ?? null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: input.billing_address_collection ?? null,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: at,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer,
    customer_account: null,
    customer_creation:
      input.mode === 'payment'
        ? (input.customer_creation ?? (customer === null ? 'if_required' : null))
        : null,
    customer_details: null,
    customer_email: input.customer_email ?? null,
    discounts,
    expires_at: expires,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: input.locale ?? null,
    managed_payments: null,
    metadata: mergeMetadata({}, input.metadata),
    mode: input.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection:
      input.payment_method_collection ?? (input.mode === 'payment' ? 'if_required' : 'always'),
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: input.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: input.submit_type ?? null,
    subscription: null,
    success_url: input.success_url,
    total_details:
      totals === null
        ? null
        : { amount_discount: totals.discount, amount_shipping: 0, amount_tax: totals.tax },
    ui_mode: 'hosted_page',
    url: `${work.origin}/checkout/${id}`,
    wallet_options: null,
  };
}
