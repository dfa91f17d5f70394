import type Stripe from 'stripe';
import { randomText } from '../../lib/ids.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import type { BillingDetails } from './payment-methods.ts';

export interface NewCustomer {
  readonly email?: string | null;
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly description?: string | null;
  readonly address?: Stripe.Address | null;
  readonly metadata?: Record<string, string>;
  readonly balance?: number;
  readonly taxExempt?: 'exempt' | 'none' | 'reverse' | null;
  readonly locales?: readonly string[];
  readonly clock?: string | null;
}

export async function newCustomer(work: Work, at: number, input: NewCustomer): Promise<Stripe.Customer> {
  const customer: Stripe.Customer = {
    id: work.id('customer'),
    object: 'customer',
    address: input.address ?? null,
    balance: input.balance ?? 0,
    created: at,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: input.description ?? null,
    discount: null,
    email: input.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: input.metadata ?? {},
    name: input.name ?? null,
    next_invoice_sequence: 1,
    phone: input.phone ?? null,
    preferred_locales: [...(input.locales ?? [])],
    shipping: null,
    tax_exempt: input.taxExempt ?? 'none',
    test_clock: input.clock ?? null,
  };
  work.add(customer);
  await work.emit('customer.created', customer);
  return customer;
}

/** A checkout session's customer, made where there is none yet and one is needed. */
export async function checkoutCustomer(
  work: Work,
  session: Stripe.Checkout.Session,
  details: BillingDetails,
  at: number,
): Promise<Stripe.Customer | null> {
  const known = idOf(session.customer);
  const customer = known === null ? null : await work.get('customer', known, 'customer');
  const email = details.email ?? session.customer_details?.email ?? session.customer_email;
  session.customer_details = {
    address: details.address,
    business_name: null,
    email,
    individual_name: null,
    name: details.name,
    phone: null,
    tax_exempt: customer?.tax_exempt ?? 'none',
    tax_ids: [],
  };
  if (customer === null) {
    if (session.mode === 'payment' && session.customer_creation !== 'always') return null;
    const made = await newCustomer(work, at, { email, name: details.name, address: details.address });
    session.customer = made.id;
    return made;
  }
  const { updatesName, updatesAddress } = work.hidden(session);
  if (updatesName) customer.name = details.name;
  if (updatesAddress) customer.address = details.address;
  if (updatesName || updatesAddress) await work.emit('customer.updated', customer);
  return customer;
}
