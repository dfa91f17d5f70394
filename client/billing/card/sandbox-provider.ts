import { NOT_AUTHENTICATED, PROVIDER_UNREACHABLE, type BillingPlace } from './card-handle.ts';
import { readExpiry, type CardValues } from './card-number.ts';

/** The provider's calls that a browser may make with the publishable key. */
export interface Access {
  readonly origin: string;
  readonly key: string;
}

type Answer<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly message: string };

/** A call of the provider, form-encoded as its API takes it. The card goes there and nowhere else. */
async function ask<Body>(
  { origin, key }: Access,
  method: 'GET' | 'POST',
  path: string,
  values: Readonly<Record<string, string>>,
): Promise<Answer<Body>> {
  const form = new URLSearchParams(values);
  const url = method === 'GET' ? `${origin}${path}?${form.toString()}` : `${origin}${path}`;
  try {
    const response = await fetch(url, {
      method,
      credentials: 'omit',
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' ? { body: form } : {}),
    });
    const body = (await response.json()) as Body & { readonly error?: { readonly message?: string } };
    if (response.ok) return { ok: true, body };
    return { ok: false, message: body.error?.message ?? PROVIDER_UNREACHABLE };
  } catch {
    return { ok: false, message: PROVIDER_UNREACHABLE };
  }
}

/** Makes a payment method of a card that is typed in full. */
export async function createPaymentMethod(
  access: Access,
  card: CardValues,
  { country, zipcode }: BillingPlace,
): Promise<{ readonly paymentMethodId: string } | { readonly error: string }> {
  const expiry = readExpiry(card.expiry);
  const made = await ask<{ readonly id: string }>(access, 'POST', '/v1/payment_methods', {
    type: 'card',
    'card[number]': card.number.replaceAll(/\D/g, ''),
    'card[exp_month]': String(expiry?.month ?? ''),
    'card[exp_year]': String(expiry?.year ?? ''),
    'card[cvc]': card.cvc,
    'billing_details[name]': card.name.trim(),
    'billing_details[address][country]': country,
    ...(zipcode === '' ? {} : { 'billing_details[address][postal_code]': zipcode }),
  });
  return made.ok ? { paymentMethodId: made.body.id } : { error: made.message };
}

interface Intent {
  readonly id: string;
  readonly status: string;
  readonly payment_method?: string | null;
  readonly last_payment_error?: { readonly message?: string } | null;
  readonly last_setup_error?: { readonly message?: string } | null;
}

const pathOf = (clientSecret: string): string => {
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  return `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`;
};

/** An intent's state; one that nobody has confirmed, or another card, is confirmed with the payment method. */
export async function openIntent(
  access: Access,
  clientSecret: string,
  paymentMethodId: string,
): Promise<Answer<Intent>> {
  const path = pathOf(clientSecret);
  const found = await ask<Intent>(access, 'GET', path, { client_secret: clientSecret });
  if (!found.ok || !needsConfirmation(found.body, paymentMethodId)) return found;
  return ask<Intent>(access, 'POST', `${path}/confirm`, {
    client_secret: clientSecret,
    payment_method: paymentMethodId,
  });
}

const needsConfirmation = ({ status, payment_method: current }: Intent, paymentMethodId: string): boolean =>
  status === 'requires_confirmation' ||
  status === 'requires_payment_method' ||
  (status === 'requires_action' && current !== paymentMethodId);

/** Null when an intent has succeeded, else why not. */
export async function outcomeOf(access: Access, clientSecret: string): Promise<string | null> {
  const found = await ask<Intent>(access, 'GET', pathOf(clientSecret), { client_secret: clientSecret });
  if (!found.ok) return found.message;
  const { status, last_payment_error: payment, last_setup_error: setup } = found.body;
  if (status === 'succeeded' || status === 'processing') return null;
  return payment?.message ?? setup?.message ?? NOT_AUTHENTICATED;
}

/** The bank's page for an intent, shown in a frame of this page. */
export function authenticationPage({ origin }: Access, clientSecret: string, here: string): string {
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const query = new URLSearchParams({ client_secret: clientSecret, framed: '1', origin: here });
  return `${origin}/authenticate/${id}?${query.toString()}`;
}
