import { setTimeout as wait } from 'node:timers/promises';
import { fillPath } from '#shared/lib/call.ts';
import type { ArgsOf, Endpoint, ReadOf } from '#shared/lib/endpoint.ts';
import type { Answer, Http2Browser } from '../release/browser.ts';
import { CONTRACTS, type Contracts } from './contracts.ts';

const RETRY_INTERVAL_MS = 25;
/** Time of retries before the studio counts as lost. */
const RETRY_LIMIT_MS = 60_000;

/** What callers have seen together. */
export class Tally {
  calls = 0;
  /** Answers that nobody but the proxy gave, and those of a process that is busy or starting; by status. */
  readonly errors: Record<string, number> = {};
  /** The longest time from a call's first error to its answer, in milliseconds. */
  longestGap = 0;

  failed(kind: string): void {
    this.errors[kind] = (this.errors[kind] ?? 0) + 1;
  }

  text(): string {
    const errors = Object.entries(this.errors).map(([kind, n]) => `${n} × ${kind}`);
    return `${this.calls} calls, errors: ${errors.join(', ') || 'none'}, longest gap ${this.longestGap.toFixed(0)} ms`;
  }
}

/** A final answer, and the address of the process that gave it. */
export interface Final<E extends Endpoint> {
  readonly status: number;
  readonly body: ReadOf<E>;
  readonly by: string;
}

/**
 * A person's calls, by the contracts of the release that their tab is of. One that meets an error is made again, with
 * the same Idempotency-Key. Throws where an answer is not what that release's contract says.
 */
export class Caller {
  readonly browser: Http2Browser;
  readonly contracts: Contracts;
  readonly #tally: Tally;

  constructor(browser: Http2Browser, tally: Tally, contracts = CONTRACTS) {
    this.browser = browser;
    this.contracts = contracts;
    this.#tally = tally;
  }

  async call<E extends Endpoint>(
    endpoint: E,
    args: ArgsOf<E> & { readonly key?: string },
  ): Promise<Final<E>> {
    const { params, query, body, key } = args as {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: object;
      key?: string;
    };
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const address = `${fillPath(endpoint.path, params)}?${search}`;
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await this.#send(() => this.browser.send(endpoint.method, address, body, headers));
    const read: unknown = JSON.parse(answer.body.toString());
    if (answer.status === (endpoint.status ?? 200)) {
      const { error } = endpoint.response.safeParse(read);
      if (error)
        throw new Error(`${endpoint.method} ${endpoint.path} by ${processOf(answer)}: ${error.message}`);
    }
    return { status: answer.status, body: read as never, by: processOf(answer) };
  }

  async #send(send: () => Promise<Answer>): Promise<Answer> {
    let failedAt: number | null = null;
    this.#tally.calls += 1;
    for (;;) {
      const answer = await send().catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && answer.status !== 502 && answer.status !== 503) {
        if (failedAt !== null)
          this.#tally.longestGap = Math.max(this.#tally.longestGap, performance.now() - failedAt);
        return answer;
      }
      this.#tally.failed(typeof answer === 'string' ? answer : kindOf(answer));
      failedAt ??= performance.now();
      if (performance.now() - failedAt > RETRY_LIMIT_MS) throw new Error('the studio is away for good');
      await wait(RETRY_INTERVAL_MS);
    }
  }
}

/** A process that starts answers otherwise than one that is busy. */
const kindOf = ({ status, body }: Answer): string =>
  body.toString().startsWith('Talkback is starting') ? `${status} starting` : String(status);

/** The process that answered; before it stand those that nginx tried in vain. */
export const processOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  String(headers['x-upstream']).split(', ').at(-1) ?? '';
