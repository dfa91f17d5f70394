import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { recording } from './recording.ts';

/** Headers that belong to one connection. */
const OWN: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
]);

const parsed = (body: string): unknown => (body === '' ? null : (JSON.parse(body) as unknown));

/** Stands between an application and its sandbox and records what it says to PayPal; returns its own address. */
export async function recordPayPal(sandbox: string): Promise<string> {
  const server = createServer((request, response) => {
    forward(sandbox, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function forward(sandbox: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const sent = await text(request);
  const headers = Object.entries(request.headers).filter(([name]) => !OWN.has(name)) as [string, string][];
  const answer = await fetch(sandbox + url, {
    method,
    headers,
    body: sent === '' ? null : sent,
    redirect: 'manual',
  });
  const body = await answer.text();
  const { pathname, search } = new URL(url, sandbox);
  if (pathname.startsWith('/paypal/v') && pathname !== '/paypal/v1/oauth2/token')
    recording.calls?.push({
      method,
      path: pathname.slice('/paypal'.length),
      query: search,
      sent: parsed(sent),
      status: answer.status,
      answer: parsed(body),
    });
  const kept = [...answer.headers].filter(([name]) => !OWN.has(name) && name !== 'content-encoding');
  response.writeHead(answer.status, Object.fromEntries(kept));
  response.end(body);
}
