import http from 'node:http';
import { listenError } from '../ports.ts';

/** Of every request; a look takes a few milliseconds. */
const LIMIT_MS = 15_000;
const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves `/metrics` on an address of its own, which no front shows. Returns what stops it; throws a StartError. */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  read: () => Promise<string>,
): Promise<() => Promise<void>> {
  const server = http.createServer({ requestTimeout: LIMIT_MS }, (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(isRead ? 404 : 405, { 'content-type': TEXT }).end('GET /metrics\n');
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': TEXT }).end(text),
      () => response.writeHead(500, { 'content-type': TEXT }).end('No metrics could be made.\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        listenError(error, {
          host,
          port,
          name: 'METRICS_LISTEN',
          remedy: 'Set METRICS_LISTEN to a free one.',
        }),
      ),
    );
    server.listen({ host, port }, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
