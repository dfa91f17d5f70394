import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Control } from '../control/control.ts';
import { answer, type Api } from './api.ts';

/** A hosted page's answer; null: there is no such page. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface PageRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  /** Shown inside another page. */
  readonly framed?: boolean;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type Pages = (request: PageRequest) => Promise<PageResponse | null>;

const MOST_BYTES = 1_000_000;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
  'access-control-allow-methods': 'GET, POST, DELETE',
};

/** The API below /v1, what moves clocks and events below /sandbox, the hosted pages beside them. */
export function createHandler(api: Api, control: Control, pages: Pages): Handler {
  return (request, response) => {
    handle(api, { control, pages }, request, response).catch((error: unknown) => {
      api.onFault(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
}

async function handle(
  api: Api,
  { control, pages }: { control: Control; pages: Pages },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.url ?? '/';
  const method = request.method ?? 'GET';
  const body = URL.canParse(target, api.origin()) ? await bodyOf(request) : null;
  if (body === null) {
    response.writeHead(400, { connection: 'close', 'content-type': 'text/plain' });
    response.end('The sandbox cannot read this request.');
    return;
  }
  const url = new URL(target, api.origin());
  const isApi = url.pathname.startsWith('/v1/');
  if (isApi && method === 'OPTIONS') {
    response.writeHead(204, CORS).end();
    return;
  }
  if (isApi) {
    const done = await answer(api, {
      method,
      path: url.pathname,
      query: url.search.slice(1),
      body,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value[0] : value,
        ]),
      ),
    });
    response.writeHead(done.status, { ...CORS, ...done.headers, 'content-type': 'application/json' });
    response.end(JSON.stringify(done.body));
    return;
  }
  if (url.pathname.startsWith('/sandbox/')) {
    const { authorization } = request.headers;
    const done = await control({ method, url, authorization });
    response.writeHead(done.status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(done.body));
    return;
  }
  const page = await pages({ method, url, body, framed: request.headers['sec-fetch-dest'] === 'iframe' });
  response.writeHead(page?.status ?? 404, page?.headers ?? { 'content-type': 'text/plain' });
  response.end(page?.body ?? 'There is no such page in the sandbox.');
}

/** The body; null when it is more than a megabyte. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
