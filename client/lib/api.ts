import { fillPath, type Call } from '#shared/lib/call.ts';
import type * as endpoint from '#shared/lib/endpoint.ts';
import { problem, type Problem } from '#shared/lib/problem.ts';
import { observeServerTime } from './clock.ts';
import type { EndpointOf } from './contracts.ts';
import { answeredBetween } from './preloads.ts';

/** What a call takes: parameters, query and body, as its contract declares them. */
export type ArgsOf<C extends Call> =
  EndpointOf<C> extends infer E extends endpoint.Endpoint ? endpoint.ArgsOf<E> : never;
/** What a call gives on success. */
export type ReadOf<C extends Call> =
  EndpointOf<C> extends infer E extends endpoint.Endpoint ? endpoint.ReadOf<E> : never;

/** Thrown by `call` when the server refused, failed or could not be reached; `problem` says which and why. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(document: Problem) {
    super(document.detail);
    this.name = `ProblemError ${document.status} ${document.code}`;
    this.problem = document;
  }
}

/**
 * Whether the server refused, so that nothing happened. Anything else may have gone through: a retry needs the same
 * Idempotency-Key.
 */
export function isRefusal(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.problem.status >= 400 && error.problem.status < 500;
}

/** Whether a call was refused because nobody is signed in. */
export function isNotSignedIn(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'not_signed_in';
}

interface CallOptions {
  readonly signal?: AbortSignal;
  /** Makes a repeated call return the first response (docs/product/api.md#idempotency). */
  readonly idempotencyKey?: string;
  /** Is told the local times between which the call was answered. */
  readonly onAnswer?: (from: number, to: number) => void;
  /** A form with a file, for the calls that take one. */
  readonly form?: FormData;
  /** Asks who is signed in: nobody is an answer then, and does not lead to the login. */
  readonly isWhoAmI?: true;
}

const onNobody = new Set<() => void>();

/**
 * Runs something whenever a call is refused because nobody is signed in (docs/product/accounts.md#signed-out). Returns how
 * to stop.
 */
export function whenNotSignedIn(run: () => void): () => void {
  onNobody.add(run);
  return () => void onNobody.delete(run);
}

/** How often a call that was refused as `busy` is sent again. */
const MAX_REPEATS = 5;

/**
 * Sends a call with this browser's cookies and returns its response, both typed by the contract that declares the call.
 * Throws ProblemError; an aborted call throws the signal's reason. In a rush it is sent again
 * (docs/product/api.md#in-a-rush).
 */
export async function call<C extends Call>(
  one: C,
  args: ArgsOf<C>,
  options: CallOptions = {},
): Promise<ReadOf<C>> {
  for (let repeats = 0; ; repeats += 1) {
    const { response, json } = await send(one, args, options);
    if (response.ok) return json as ReadOf<C>;
    const refused = isProblem(json) ? json : invalidResponse(response.status);
    if (refused.code === 'not_signed_in' && !options.isWhoAmI) for (const run of onNobody) run();
    if (refused.code !== 'busy' || repeats >= MAX_REPEATS) throw new ProblemError(refused);
    // Spread out, or all who were refused at once would come back at once.
    const seconds = Number(response.headers.get('retry-after') ?? 1) * (1 + Math.random());
    await pause(seconds * 1000, options.signal);
  }
}

async function send<C extends Call>(
  { method, path }: C,
  args: ArgsOf<C>,
  options: CallOptions,
): Promise<{ readonly response: Response; readonly json: unknown }> {
  const sent: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown } = args;
  const headers = new Headers({ accept: 'application/json' });
  if (sent.body !== undefined) headers.set('content-type', 'application/json');
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);

  const address = fillPath(path, sent.params) + queryOf(sent.query);
  const sentAt = Date.now();
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers,
      credentials: 'same-origin',
      body: options.form ?? (sent.body === undefined ? null : JSON.stringify(sent.body)),
      signal: options.signal ?? null,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ProblemError(UNREACHABLE);
  }
  const receivedAt = Date.now();
  const json: unknown = await response.json().catch(() => undefined);
  const between = answeredBetween(address, sentAt, receivedAt);
  const date = response.headers.get('date');
  if (date !== null) observeServerTime(date, ...between);
  if (response.ok) options.onAnswer?.(...between);
  return { response, json };
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** No response: the network or the server is unavailable. Status 0. */
export const UNREACHABLE = problem('unreachable', {
  status: 0,
  detail: 'We have some issues connecting to our servers. Please try again later or contact support.',
});

/** A response that is not ours, e.g. a proxy's page. */
function invalidResponse(status: number): Problem {
  return { ...UNREACHABLE, code: 'invalid_response', status };
}

function isProblem(json: unknown): json is Problem {
  return typeof json === 'object' && json !== null && 'code' in json && 'detail' in json;
}

/** Query string `?a=1&b=2`, lists repeated, absent values left out; empty for none. */
function queryOf(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one) => [key, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
