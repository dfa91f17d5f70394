import { Stripe } from 'stripe';
import { KEY } from './keys.ts';
import { recordingFetch } from './recording.ts';

/** The official SDK, pointed at a sandbox. */
export function sdk(url: string, key = KEY): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(recordingFetch),
  });
}
