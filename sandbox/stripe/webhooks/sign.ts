import { createHmac } from 'node:crypto';

/** The Stripe-Signature of a body: HMAC-SHA256 over the time and the body. */
export function signature(secret: string, seconds: number, body: string): string {
  const signed = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signed}`;
}
