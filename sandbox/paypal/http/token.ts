import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The account's REST app. */
export interface Account {
  readonly clientId: string;
  readonly clientSecret: string;
}

const LASTS = 32_400;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const sign = ({ clientId, clientSecret }: Account, text: string): string =>
  createHmac('sha256', clientSecret).update(`${clientId}.${text}`).digest('base64url');

/** Answers POST /v1/oauth2/token. A token names its end and is signed, so that none is kept. */
export function issueToken(
  account: Account,
  authorization: string | undefined,
  body: string,
  now: number,
): { status: number; body: object } {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  const given = Buffer.from(value, 'base64').toString('utf8');
  const isKnown =
    scheme.toLowerCase() === 'basic' && same(given, `${account.clientId}:${account.clientSecret}`);
  if (!isKnown)
    return {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
    };
  if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
    return {
      status: 400,
      body: { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' },
    };
  const ends = String(now + LASTS);
  return {
    status: 200,
    body: {
      scope:
        'https://uri.paypal.com/services/payments/realtimepayment https://uri.paypal.com/services/subscriptions',
      access_token: `A21AA${ends}.${sign(account, ends)}`,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: LASTS,
    },
  };
}

/** Whether a request carries a token of this account that has not ended. */
export function hasToken(account: Account, authorization: string | undefined, now: number): boolean {
  const [, ends = '', signature = ''] = /^Bearer A21AA(\d{1,12})\.([\w-]+)$/i.exec(authorization ?? '') ?? [];
  return ends !== '' && Number(ends) > now && same(signature, sign(account, ends));
}
