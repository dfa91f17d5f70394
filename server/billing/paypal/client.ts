import { PROVIDER_REFUSED } from '#shared/billing/texts.ts';
import type { PayPalAccess } from '../../ctx/payments.ts';
import { RefusedOutside } from '../../lib/refused.ts';
import { tracedFetch } from '../../lib/tracing/traced-call.ts';

/** Milliseconds for one answer of PayPal. */
const TIMEOUT_MS = 15_000;
/** A call without an answer is made again this often, under the same key. */
const REPEATS = 2;
/** Before the first repeat; doubled before the next. */
const REPEAT_MS = 200;

/** PayPal refused a call, and why. */
export class PayPalRefused extends RefusedOutside {
  readonly status: number;
  /** PayPal's name of the error, as `UNPROCESSABLE_ENTITY`. */
  readonly code: string;
  /** What exactly, as `SUBSCRIPTION_STATUS_INVALID`. */
  readonly issues: readonly string[];

  constructor(status: number, { name, message, details }: Problem) {
    super(
      `PayPal refused a call: ${status} ${name ?? ''} ${message ?? ''}`,
      message === undefined || status === 404 ? PROVIDER_REFUSED.unknown : PROVIDER_REFUSED.said(message),
    );
    this.status = status;
    this.code = name ?? '';
    this.issues = (details ?? []).map(({ issue }) => issue ?? '');
  }
}

/** PayPal gave no answer, or one that says nothing about the call: it may be made again. */
export class PayPalUnavailable extends Error {}

interface Problem {
  readonly name?: string;
  readonly message?: string;
  readonly details?: readonly { readonly issue?: string }[];
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  /** Below the API's address, as `/v2/checkout/orders`. */
  readonly path: string;
  /** An object, or JSON as text that is sent as it is. */
  readonly body?: object | string;
  /** Equal calls under equal keys are made once. */
  readonly requestId?: string;
}

/** PayPal's REST API with one installation's credentials. */
export interface PayPal {
  /** Makes a call; `undefined` where there is no body. Throws PayPalRefused or PayPalUnavailable. */
  call<T>(call: Call): Promise<T>;
}

const clients = new WeakMap<PayPalAccess, PayPal>();

/** The client for an access, made once; it keeps its access token. */
export function paypalOf(access: PayPalAccess): PayPal {
  const known = clients.get(access);
  if (known !== undefined) return known;
  const client = createPayPal(access);
  clients.set(access, client);
  return client;
}

function createPayPal(access: PayPalAccess): PayPal {
  let token: Promise<string> | null = null;
  const tokenOf = async (): Promise<string> => {
    const asked = token ?? askToken(access);
    token = asked;
    return asked.catch((error: unknown) => {
      if (token === asked) token = null;
      throw error;
    });
  };
  return {
    async call<T>({ method = 'GET', path, body, requestId }: Call): Promise<T> {
      const send = async () =>
        repeat(access, path, {
          method,
          headers: {
            authorization: `Bearer ${await tokenOf()}`,
            'content-type': 'application/json',
            prefer: 'return=representation',
            ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
          },
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        });
      let answer = await send();
      // A token lasts some hours; PayPal says when it is over.
      if (answer.status === 401) {
        token = null;
        answer = await send();
      }
      return read<T>(answer);
    },
  };
}

async function askToken(access: PayPalAccess): Promise<string> {
  const { clientId, clientSecret } = access;
  const answer = await repeat(access, '/v1/oauth2/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = await read<{ access_token: string }>(answer);
  return access_token;
}

const isAway = (status: number): boolean => status === 429 || status >= 500;

async function repeat(
  { api, repeatMs = REPEAT_MS }: PayPalAccess,
  path: string,
  request: RequestInit,
): Promise<Response> {
  for (let made = 0; ; made += 1) {
    try {
      const answer = await tracedFetch(api + path, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!isAway(answer.status)) return answer;
      await answer.body?.cancel();
      if (made === REPEATS) throw new PayPalUnavailable(`PayPal answers ${answer.status}`);
    } catch (error) {
      if (error instanceof PayPalUnavailable) throw error;
      if (made === REPEATS) throw new PayPalUnavailable('PayPal does not answer', { cause: error });
    }
    await new Promise((resume) => setTimeout(resume, repeatMs * 2 ** made));
  }
}

async function read<T>(answer: Response): Promise<T> {
  const text = await answer.text().catch((error: unknown) => {
    throw new PayPalUnavailable("PayPal's answer broke off", { cause: error });
  });
  const body = parse(text, answer.status);
  if (answer.ok) return body as T;
  throw new PayPalRefused(answer.status, body ?? {});
}

function parse(text: string, status: number): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PayPalUnavailable(`PayPal answers ${status} without JSON`, { cause: error });
  }
}
