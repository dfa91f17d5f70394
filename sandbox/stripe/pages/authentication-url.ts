import type Stripe from 'stripe';
import { missing } from '../http/errors.ts';
import type { Work } from '../store/work.ts';

export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** The payment or setup intent of an id. */
export const findIntent = (work: Work, id: string): Promise<Intent | null> =>
  id.startsWith('seti_') ? work.find('setup_intent', id) : work.find('payment_intent', id);

/** What an address of the bank's page carries on: `framed` tells of a frame where the browser does not. */
export const carried = (url: URL): Record<string, string> =>
  Object.fromEntries([...url.searchParams].filter(([name]) => name === 'framed' || name === 'origin'));

/** The bank's page for an intent; `portal` names the portal session that it comes back to. */
export async function authenticationUrl(
  work: Work,
  id: string,
  portal?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const intent = await findIntent(work, id);
  if (intent === null) throw missing('intent', id);
  const query = new URLSearchParams({
    client_secret: intent.client_secret ?? '',
    ...(portal ? { portal } : {}),
    ...more,
  });
  return `/authenticate/${id}?${query.toString()}`;
}
