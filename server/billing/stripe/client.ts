import type { Stripe } from 'stripe';
import type { Mode } from '#shared/billing/rules-provider.ts';
import type { StripeAccess } from '../../ctx/payments.ts';
import { tracedCall } from '../../lib/tracing/traced-call.ts';
import { stripeSdk } from './sdk.ts';

/** Milliseconds for one answer of the provider. */
const TIMEOUT_MS = 15_000;

const clients = new WeakMap<StripeAccess, Stripe>();

/** The SDK for an access, made once. It repeats failed calls twice under the same idempotency key. */
export function stripeOf(access: StripeAccess): Stripe {
  const known = clients.get(access);
  if (known !== undefined) return known;
  const Sdk = stripeSdk();
  const client = new Sdk(access.secretKey, {
    ...access.api,
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    httpClient: tracedHttp(Sdk),
  });
  clients.set(access, client);
  return client;
}

/** The SDK's own client of HTTP, with a span for each try. */
function tracedHttp(Sdk: typeof Stripe): Stripe.HttpClient {
  const client = Sdk.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, ...rest) =>
    tracedCall(
      { method, host, path },
      () => send(host, port, path, method, ...rest),
      (answer) => answer.getStatusCode(),
    );
  return client;
}

/** Whose ids this access makes. */
export function modeOf(access: StripeAccess): Mode {
  if (access.sandbox) return 'sandbox';
  return access.livemode ? 'live' : 'test';
}
