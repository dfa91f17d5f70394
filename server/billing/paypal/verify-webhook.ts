import { fail, type Result } from '#shared/lib/result.ts';
import type { PayPalAccess } from '../../ctx/payments.ts';
import { PayPalRefused, paypalOf } from './client.ts';
import { toEvent, type PayPalEvent } from './parse-event.ts';

/** What PayPal needs to say whether it sent a webhook. */
const HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;
const LONGEST = 500;

export interface Delivery {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Has PayPal verify a webhook, with the body's own text, and reads the event; null: one about nothing that is sold here
 * (docs/product/paypal.md#webhooks). Throws PayPalUnavailable without an answer.
 */
export async function verifyEvent(
  access: PayPalAccess,
  { body, headers }: Delivery,
): Promise<Result<PayPalEvent | null, 'wrong_signature' | 'malformed'>> {
  const signed = Object.entries(HEADERS).map(([name, header]) => [name, headers[header]] as const);
  if (!signed.every(([, value]) => typeof value === 'string' && value !== '' && value.length <= LONGEST))
    return fail('wrong_signature');
  const text = body.toString('utf8');
  const json = parse(text);
  if (json === undefined) return fail('malformed');
  // Written anew the event would be another text than the one that was signed.
  const head = JSON.stringify({ ...Object.fromEntries(signed), webhook_id: access.webhookId });
  const asked = `${head.slice(0, -1)},"webhook_event":${text}}`;
  if (!(await isSigned(access, asked))) return fail('wrong_signature');
  return toEvent(json);
}

function parse(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

/** A request that PayPal finds wrong in itself is one that it did not sign. */
async function isSigned(access: PayPalAccess, body: string): Promise<boolean> {
  try {
    const { verification_status: status } = await paypalOf(access).call<{ verification_status: string }>({
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      body,
    });
    return status === 'SUCCESS';
  } catch (error) {
    if (error instanceof PayPalRefused && (error.status === 400 || error.status === 422)) return false;
    throw error;
  }
}
