import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Stands between a server and the provider, and kills the server when a call has been done, before it hears of it. */
export interface DeadlyProxy {
  readonly port: number;
  close(): void;
}

export async function startDeadlyProxy(
  provider: string,
  isDeadly: (method: string, path: string) => boolean,
  kill: () => void,
): Promise<DeadlyProxy> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/' } = request;
      const body = await buffer(request);
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const answer = await fetch(provider + url, {
        method,
        headers: headers as Record<string, string>,
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      });
      const text = await answer.text();
      if (isDeadly(method, url.split('?')[0] ?? '')) {
        kill();
        return;
      }
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        'request-id': answer.headers.get('request-id') ?? '',
      });
      response.end(text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
