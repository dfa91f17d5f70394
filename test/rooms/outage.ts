import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Handler } from '../../sandbox/control/server.ts';

/**
 * `error`: 500 for what was not done; `lost`: 500 for what was done; `limited`: 429; `dropped`: no answer; `refunds`: a
 * refund alone is refused.
 */
export type Failure = 'error' | 'lost' | 'limited' | 'dropped' | 'refunds';

/** Stands between a server and the provider; passes calls on until it is told to fail. */
export interface Outage {
  start(provider: string, handle: Handler): Promise<string>;
  /** Fails every call from the one after `passed` calls on. */
  fail(how: Failure, passed?: number): void;
  end(): void;
  close(): void;
}

export function makeOutage(): Outage {
  let provider = '';
  let handle: Handler | null = null;
  let failing: { readonly how: Failure; passed: number } | null = null;
  const server = createServer((request, response) => {
    const how = failing !== null && (failing.passed -= 1) < 0 ? failing.how : null;
    // Not as a call of its own, which would cost as much as the provider's answer.
    if (how === null && handle !== null) return handle(request, response);
    const answer = (status: number, text: string): void => {
      // The SDK does not try again by itself, so that a failure takes no time.
      response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
      response.end(text);
    };
    void (async () => {
      const { method = 'GET', url = '/' } = request;
      const body = await buffer(request);
      if (how === 'dropped') return response.destroy();
      if (how === 'error') return answer(500, wrong('api_error'));
      if (how === 'refunds' && url.endsWith('/refund')) return answer(403, NOT_ALLOWED);
      if (how === 'refunds' && method === 'POST' && url === '/v1/refunds')
        return answer(400, wrong('invalid_request_error'));
      if (how === 'limited') return answer(429, wrong('rate_limit_error'));
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const given = await fetch(provider + url, {
        method,
        headers: headers as Record<string, string>,
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      });
      const text = await given.text();
      return how === 'lost' ? answer(500, wrong('api_error')) : answer(given.status, text);
    })();
  });
  return {
    async start(url, handler) {
      provider = url;
      handle = handler;
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    fail(how, passed = 0) {
      failing = { how, passed };
    },
    end() {
      failing = null;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The fixture `outage`, for a file. */
export function outageFixture(
  {}: object,
  { onCleanup }: { readonly onCleanup: (clean: () => void) => void },
): Outage {
  const outage = makeOutage();
  onCleanup(() => outage.close());
  return outage;
}

/** The fixture `options`: everything that is said to the sandbox goes through the outage. */
export const throughOutage = ({ outage }: { readonly outage: Outage }) => ({
  sandbox: true as const,
  between: (url: string, handle: Handler) => outage.start(url, handle),
});

/**
 * These, each with one way in which it fails, by turns: what a failure becomes is decided in one place for each provider,
 * so that every way need not be tried at each.
 */
export const eachFailing = <Name extends string>(
  names: readonly Name[],
  ways: readonly [Failure, ...Failure[]],
): (readonly [Name, Failure])[] => names.map((name, n) => [name, ways[n % ways.length] ?? ways[0]]);

const NOT_ALLOWED = JSON.stringify({ name: 'NOT_AUTHORIZED', message: 'Permission denied.' });
const wrong = (type: string): string => JSON.stringify({ error: { type, message: 'Something is wrong.' } });
