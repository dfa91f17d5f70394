import { fillPath, type ArgsOf, type Endpoint, type ReadOf } from '../../shared/lib/endpoint.ts';
import { problem, type Problem } from '../../shared/lib/problem.ts';
import { observeServerTime } from './clock.ts';

/** Thrown by `call` when the server refused, failed or could not be reached; `problem` says which and why. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(document: Problem) {
    super(document.detail);
    this.name = 'ProblemError';
    this.problem = document;
  }
}

interface CallOptions {
  readonly signal?: AbortSignal;
  /** Makes a repeat of a creating or paying call answer with the first answer (decisions 2). */
  readonly idempotencyKey?: string;
  /** A form with a file, for the calls that take one. */
  readonly form?: FormData;
}

/**
 * Calls an endpoint of the contract with this browser's cookies and gives its answer, typed.
 * Throws ProblemError; an aborted call throws what the signal was aborted with.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  args: ArgsOf<E>,
  options: CallOptions = {},
): Promise<ReadOf<E>> {
  const sent: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown } = args;
  const headers = new Headers({ accept: 'application/json' });
  if (sent.body !== undefined) headers.set('content-type', 'application/json');
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);

  const sentAt = Date.now();
  let response: Response;
  try {
    response = await fetch(fillPath(endpoint.path, sent.params) + queryOf(sent.query), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
      ...(options.form === undefined ? {} : { body: options.form }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ProblemError(UNREACHABLE);
  }
  const date = response.headers.get('date');
  if (date !== null) observeServerTime(date, sentAt, Date.now());

  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ProblemError(isProblem(answer) ? answer : strange(response.status));
  return answer as ReadOf<E>;
}

/** No answer at all: the network or the server is away. Status 0, as no server said anything. */
export const UNREACHABLE = problem('unreachable', {
  status: 0,
  detail: 'We have some issues connecting to our servers. Please try again later or contact support.',
});

/** An answer that is none of ours, e.g. a proxy's page. */
function strange(status: number): Problem {
  return { ...UNREACHABLE, code: 'strange_answer', status };
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'detail' in answer;
}

/** `?a=1&b=2`, lists repeated, absent values left out; empty when there is nothing. */
function queryOf(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one) => [key, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
