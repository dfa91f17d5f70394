import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, headersOf, type ApiRequest, type Pages } from '../lib/http.ts';
import type { Control } from './control.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A provider's answer to a call; a body that is null is none. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | null;
}

/** What is served on the origin. */
export interface Served {
  readonly origin: () => string;
  readonly control: Control;
  /** Below /v1. */
  readonly stripe: (request: ApiRequest) => Promise<Answer>;
  readonly stripePages: Pages;
  /** Below /paypal; null where there is no PayPal. */
  readonly paypal: ((request: ApiRequest) => Promise<Answer>) | null;
  readonly paypalPages: Pages | null;
  readonly onFault: (error: unknown) => void;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-allow-methods': 'GET, POST, DELETE',
};

/** Stripe's API below /v1, PayPal's below /paypal, what moves clocks and events below /sandbox, hosted pages beside them. */
export function createHandler(served: Served): Handler {
  return (request, response) => {
    handle(served, request, response).catch((error: unknown) => {
      served.onFault(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
}

async function handle(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = request.url ?? '/';
  const method = request.method ?? 'GET';
  const body = URL.canParse(target, served.origin()) ? await bodyOf(request) : null;
  if (body === null) {
    response.writeHead(400, { connection: 'close', 'content-type': 'text/plain' });
    response.end('The sandbox cannot read this request.');
    return;
  }
  const url = new URL(target, served.origin());
  const path = url.pathname;
  const call: ApiRequest = { method, path, query: url.search.slice(1), body, headers: headersOf(request) };
  const isStripe = path.startsWith('/v1/');
  if (isStripe && method === 'OPTIONS') {
    response.writeHead(204, CORS).end();
  } else if (isStripe) {
    const { headers, ...answer } = await served.stripe(call);
    send(response, { ...answer, headers: { ...CORS, ...headers } });
  } else if (served.paypal !== null && /^\/paypal\/v\d\//.test(path)) {
    send(response, await served.paypal(call));
  } else if (path.startsWith('/sandbox/')) {
    const { authorization } = request.headers;
    const answer = await served.control({ method, url, authorization });
    send(response, { ...answer, headers: { 'cache-control': 'no-store' } });
  } else {
    const pages = path.startsWith('/paypal/') ? served.paypalPages : served.stripePages;
    const framed = request.headers['sec-fetch-dest'] === 'iframe';
    const page = (await pages?.({ method, url, body, framed })) ?? null;
    response.writeHead(page?.status ?? 404, page?.headers ?? { 'content-type': 'text/plain' });
    response.end(page?.body ?? 'There is no such page in the sandbox.');
  }
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, body === null ? headers : { ...headers, 'content-type': 'application/json' });
  response.end(body === null ? undefined : JSON.stringify(body));
}
