import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** What a webhook says of itself in its headers. */
export interface Transmission {
  readonly id: string;
  readonly time: string;
  readonly webhook: string;
}

export const AUTH_ALGORITHM = 'SHA256withRSA';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The signature of a body. It begins with a letter, as PayPal's document wants it. */
export const signature = (secret: string, { id, time, webhook }: Transmission, body: string): string =>
  `S${createHmac('sha256', secret)
    .update(`${id}|${time}|${webhook}|${digest(body)}`)
    .digest('base64')}`;

export const isSigned = (secret: string, transmission: Transmission, body: string, sig: string): boolean =>
  timingSafeEqual(Buffer.from(digest(signature(secret, transmission, body))), Buffer.from(digest(sig)));

/** The headers of a delivery. */
export function signedHeaders(
  endpoint: { readonly id: string; readonly secret: string },
  body: string,
  { now, api }: { readonly now: number; readonly api: string },
): Readonly<Record<string, string>> {
  const time = Temporal.Instant.fromEpochMilliseconds(now).toString({ smallestUnit: 'second' });
  const transmission = { id: `w${randomUUID().slice(1)}`, time, webhook: endpoint.id };
  return {
    'paypal-transmission-id': transmission.id,
    'paypal-transmission-time': time,
    'paypal-cert-url': `${api}/v1/notifications/certs/CERT-sandbox`,
    'paypal-auth-algo': AUTH_ALGORITHM,
    'paypal-transmission-sig': signature(endpoint.secret, transmission, body),
    'user-agent': 'PayPal/AUHD-214.0-0',
  };
}

/** The text of a member of a JSON object, as it stands there; null where there is none. */
export function memberText(json: string, name: string): string | null {
  let depth = 0;
  let at = 0;
  let key: string | null = null;
  let begin = -1;
  while (at < json.length) {
    const char = json[at];
    if (char === '"') {
      const end = stringEnd(json, at);
      if (depth === 1 && begin < 0) key = json.slice(at + 1, end - 1);
      at = end;
      continue;
    }
    if (depth === 1 && char === ':' && begin < 0 && key === name) begin = at + 1;
    if (char === '{' || char === '[') depth += 1;
    if (char === '}' || char === ']') depth -= 1;
    const ends = (depth === 1 && char === ',') || (depth === 0 && char === '}');
    if (begin >= 0 && ends) return json.slice(begin, at).trim();
    at += 1;
  }
  return null;
}

/** The place behind the string that begins here. */
function stringEnd(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}
