import { setTimeout as wait } from 'node:timers/promises';
import { login } from '#shared/accounts/contract.ts';
import { fillPath } from '#shared/lib/call.ts';
import type { ArgsOf, Endpoint, ReadOf } from '#shared/lib/endpoint.ts';
import { onThisMachine } from '../api/busy.ts';
import { PASSWORD } from '../made-demo.ts';

/** Time of retries before the studio counts as lost. */
const RETRY_LIMIT_MS = onThisMachine(30_000);
const RETRY_INTERVAL_MS = 25;

/** The final response: never a broken connection, never 503. */
export interface FinalResponse<E extends Endpoint> {
  readonly status: number;
  readonly body: ReadOf<E>;
}

/** A front of a studio that is killed and restarted; fronts of one studio count together. */
export interface Target {
  readonly origin: string;
  readonly calls: Calls;
}

/** Calls: each got its response at once or after retries. */
export interface Calls {
  total: number;
  immediate: number;
  retried: number;
  /** Total number of retries. */
  retries: number;
}

/** A signed-in person whose calls retry with the same Idempotency-Key. */
export interface RetryingClient {
  call<E extends Endpoint>(
    endpoint: E,
    args: ArgsOf<E> & { readonly key?: string },
  ): Promise<FinalResponse<E>>;
  /** PUTs bytes to a signed link, with retries; returns the last status. */
  put(url: string, bytes: Uint8Array<ArrayBuffer>, type?: string): Promise<{ status: number; etag: string }>;
  get(url: string): Promise<Buffer>;
  /** Any other request to a signed link. */
  request(url: string, method: string, body?: string): Promise<{ status: number; text: string }>;
}

/** Retries without a response and on 503. */
async function sendWithRetries(
  { calls }: Target,
  send: () => Promise<Response>,
): Promise<{ response: Response; bytes: Buffer }> {
  const deadline = performance.now() + RETRY_LIMIT_MS;
  calls.total += 1;
  let retries = 0;
  for (;;) {
    try {
      const response = await send();
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status !== 503) {
        if (retries === 0) calls.immediate += 1;
        else calls.retried += 1;
        return { response, bytes };
      }
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    if (performance.now() > deadline) throw new Error('the studio is away for good');
    retries += 1;
    calls.retries += 1;
    await wait(RETRY_INTERVAL_MS);
  }
}

/** Signs in. */
export async function signIn(target: Target, email: string): Promise<RetryingClient> {
  const headers = { origin: target.origin, 'content-type': 'application/json' };
  const { response } = await sendWithRetries(target, () =>
    fetch(target.origin + login.path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ user: { email, password: PASSWORD } }),
    }),
  );
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (response.status !== 200 || cookie === undefined) throw new Error(`${email} cannot sign in`);
  return {
    async call(endpoint, args) {
      const { params, query, body, key } = args as {
        params?: Record<string, unknown>;
        query?: Record<string, unknown>;
        body?: object;
        key?: string;
      };
      const url = new URL(fillPath(endpoint.path, params), target.origin);
      for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
      const { response, bytes } = await sendWithRetries(target, () =>
        fetch(url, {
          method: endpoint.method,
          headers: {
            origin: target.origin,
            cookie,
            ...(key === undefined ? {} : { 'idempotency-key': key }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      if (response.status >= 500)
        throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${bytes.toString()}`);
      return { status: response.status, body: JSON.parse(bytes.toString()) as never };
    },
    async put(url, bytes, type) {
      const { response } = await sendWithRetries(target, () =>
        fetch(url, {
          method: 'PUT',
          ...(type === undefined ? {} : { headers: { 'content-type': type } }),
          body: bytes,
        }),
      );
      return { status: response.status, etag: response.headers.get('etag') ?? '' };
    },
    async get(url) {
      const { response, bytes } = await sendWithRetries(target, () => fetch(url));
      if (response.status !== 200) throw new Error(`a file answered ${response.status}`);
      return bytes;
    },
    async request(url, method, body) {
      const { response, bytes } = await sendWithRetries(target, () =>
        fetch(url, { method, ...(body === undefined ? {} : { body }) }),
      );
      return { status: response.status, text: bytes.toString() };
    },
  };
}
