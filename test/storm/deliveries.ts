import { Stripe } from 'stripe';
import type { TestApp } from '../api/app.ts';
import { pick } from './random.ts';

/** An event as the provider keeps it. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly created: number;
  readonly data: { readonly object: Record<string, unknown> };
}

/** A webhook to be delivered, and how it has to be answered. */
export interface Delivery {
  readonly body: string;
  readonly signature: string;
  readonly status: 200 | 400;
  /** Signed by the provider, of this account and mode: what a handler may believe. */
  readonly event: ProviderEvent | null;
}

interface Signing {
  readonly secret: string;
  /** Seconds of the server's clock. */
  readonly now: number;
}

const sign = (payload: string, { secret, now }: Signing): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: now });

/** An event as it was sent. */
export function genuine(event: ProviderEvent, signing: Signing): Delivery {
  const body = JSON.stringify(event);
  return { body, signature: sign(body, signing), status: 200, event };
}

type Falsehood = (event: ProviderEvent, signing: Signing) => Omit<Delivery, 'event'>;

const altered = (event: ProviderEvent): string =>
  JSON.stringify({
    ...event,
    data: { object: { ...event.data.object, amount: 1, amount_paid: 99_999_900 } },
  });

/** What a provider never sends like this. Whether it is refused or ignored, no account may change by it. */
const FALSEHOODS: readonly Falsehood[] = [
  // Forged with another secret.
  (event, { now }) => {
    const body = JSON.stringify({ ...event, id: `${event.id}_forged` });
    return { body, signature: sign(body, { secret: 'whsec_guessed', now }), status: 400 };
  },
  // An amount changed on the way.
  (event, signing) => ({
    body: altered(event),
    signature: sign(JSON.stringify(event), signing),
    status: 400,
  }),
  // Too late.
  (event, { secret, now }) => {
    const body = JSON.stringify(event);
    return { body, signature: sign(body, { secret, now: now - 301 }), status: 400 };
  },
  // Malformed, though signed.
  (event, signing) => {
    const body = JSON.stringify(event).slice(0, -7);
    return { body, signature: sign(body, signing), status: 400 };
  },
  // Without a signature.
  (event) => ({ body: JSON.stringify(event), signature: '', status: 400 }),
  // Of the other mode.
  (event, signing) => {
    const body = JSON.stringify({ ...event, id: `${event.id}_live`, livemode: true });
    return { body, signature: sign(body, signing), status: 200 };
  },
  // Of an account that is not ours.
  (event, signing) => {
    const object = { ...event.data.object, id: 'cus_of_others', customer: 'cus_of_others' };
    const body = JSON.stringify({ ...event, id: `${event.id}_other`, data: { object } });
    return { body, signature: sign(body, signing), status: 200 };
  },
  // Signed, with an amount that is not the provider's.
  (event, signing) => {
    const body = altered({ ...event, id: `${event.id}_wrong` });
    return { body, signature: sign(body, signing), status: 200 };
  },
];

export const falsehood = (random: () => number, event: ProviderEvent, signing: Signing): Delivery => ({
  ...pick(random, FALSEHOODS)(event, signing),
  event: null,
});

/** Posts a webhook; the answer's status. */
export async function post(app: TestApp, { body, signature }: Delivery): Promise<number> {
  const { statusCode } = await app.http.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: {
      host: 'hooks.example',
      'content-type': 'application/json',
      ...(signature === '' ? {} : { 'stripe-signature': signature }),
    },
    payload: body,
  });
  return statusCode;
}
