import net, { isIP, type OnReadOpts, type Socket } from 'node:net';
import tls from 'node:tls';
import type { S3Client } from '@aws-sdk/client-s3';
import { Connection } from './connection.ts';

type Handler = S3Client['config']['requestHandler'];
type Request = Parameters<Handler['handle']>[0];

/** What the client gives with a request. */
interface Options {
  readonly abortSignal?: AbortSignal;
}

/** Connections kept for the next object of an archive. */
const KEPT = 16;

/**
 * Sends a client's reads over connections that read into buffers of ours. Whatever is not a usual answer, failures
 * included, is asked for once more by Node's client, which then answers.
 */
export function readHandler(fallback: Handler, maxConnections: number): Handler {
  const kept = new Map<string, Connection[]>();
  let open = 0;

  const connectionFor = (request: Request, origin: string): Connection => {
    const waiting = kept.get(origin) ?? [];
    kept.set(origin, waiting);
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) if (one.isOpen) return one;
    open += 1;
    return new Connection(
      (onread) => connect(request, onread).once('close', () => (open -= 1)),
      (connection) => {
        if (waiting.length < KEPT) waiting.push(connection);
        else connection.close();
      },
    );
  };

  return Object.assign(Object.create(fallback) as Handler, {
    async handle(request: Request, options?: Options) {
      const signal = options?.abortSignal;
      const text = textOf(request);
      if (text === null || open >= maxConnections || signal?.aborted === true)
        return fallback.handle(request, options);
      const connection = connectionFor(request, `${request.protocol}//${request.hostname}:${request.port}`);
      const stop = (): void => connection.close();
      signal?.addEventListener('abort', stop);
      try {
        const { status, headers, body } = await connection.ask(text);
        return { response: { statusCode: status, headers, body } };
      } catch {
        return await fallback.handle(request, options);
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
  });
}

function connect({ protocol, hostname, port }: Request, onread: OnReadOpts): Socket {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (protocol === 'http:') return net.connect({ host, port: port ?? 80, onread, keepAlive: true });
  const servername = isIP(host) === 0 ? host : '';
  const options = { host, port: port ?? 443, servername, ALPNProtocols: ['http/1.1'] };
  // Known to Node, and missing in its types.
  return tls.connect(Object.assign(options, { onread }));
}

/** A GET without a body as it is sent; null for all else. */
function textOf({ method, protocol, path, query, headers, body, username }: Request): string | null {
  if (method !== 'GET' || body !== undefined || username !== undefined) return null;
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const pairs = Object.entries(query ?? {}).map(([name, value]) =>
    typeof value === 'string' ? `${escaped(name)}=${escaped(value)}` : null,
  );
  if (pairs.includes(null)) return null;
  const target = pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
  const lines = Object.entries(headers as Record<string, string>).map(([name, value]) => `${name}: ${value}`);
  const isClean = [target, ...lines].every((line) => /^[\x20-\x7e]*$/.test(line)) && !target.includes(' ');
  return isClean ? [`GET ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n') : null;
}

/** As signed: all but letters, digits and -._~ encoded. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (found) => `%${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );
