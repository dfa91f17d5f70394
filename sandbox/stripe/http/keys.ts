import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from './errors.ts';

export interface Keys {
  readonly secret: string;
  /** For the browser: may make payment methods and confirm intents by their client secret. */
  readonly publishable: string;
}

const refused = (message: string): ApiError => new ApiError(401, { type: 'invalid_request_error', message });

/** Which key a request carries, by Bearer or Basic authentication. */
export function checkKey(keys: Keys, authorization: string | undefined): 'secret' | 'publishable' {
  const given = keyOf(authorization);
  if (given === '') {
    throw refused(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  if (same(given, keys.secret)) return 'secret';
  if (same(given, keys.publishable)) return 'publishable';
  throw refused(`Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}`);
}

function keyOf(authorization: string | undefined): string {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';
}

const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
