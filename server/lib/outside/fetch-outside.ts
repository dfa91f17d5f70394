import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { traced } from '../tracing/span.ts';
import { isPublicAddress, type HostAddress, type ResolveHost } from './addresses.ts';

/** Which addresses may be read. */
export interface OutsideNetwork {
  readonly resolve: ResolveHost;
  /** Also http, and ports other than 443. */
  readonly anyPort: boolean;
  /** Also addresses of this machine; for tests. */
  readonly loopback: boolean;
}

/** Why an outside address was not read. */
export type OutsideFailure =
  | 'bad_address'
  | 'not_secure'
  | 'private_address'
  | 'unknown_host'
  | 'unreachable'
  | 'bad_certificate'
  | 'slow'
  | 'too_large'
  | 'redirects'
  | 'no_access'
  | 'not_found'
  | 'server_error';

/** What an outside address returned; null: unchanged since the version that was given. */
export type OutsideAnswer = { readonly text: string; readonly etag: string | null } | null;

interface Request {
  readonly network: OutsideNetwork;
  readonly accept: string;
  /** Only a newer version is wanted. */
  readonly etag: string | null;
  /** The most bytes, before and after decompression. */
  readonly maxBytes: number;
  /** For all of it: names, redirects and the whole answer. */
  readonly timeoutMs: number;
}

type Outcome<T> = Result<T, OutsideFailure>;

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_ETAG = 500;
const LOOPBACK = new Set(['127.0.0.1', '::1']);

class TooLarge extends Error {}

/** An address in the form in which it is read; webcal: is https:. */
export function outsideUrl(address: string, { anyPort }: Pick<OutsideNetwork, 'anyPort'>): Outcome<URL> {
  const url = URL.parse(address.trim().replace(/^webcals?:/i, 'https:'));
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return fail('bad_address');
  if (url.username !== '' || url.password !== '') return fail('bad_address');
  if (!anyPort && url.protocol !== 'https:') return fail('not_secure');
  if (!anyPort && url.port !== '') return fail('bad_address');
  url.hash = '';
  return ok(url);
}

/**
 * Reads a text from an address that somebody named, without being led into this machine's networks
 * (docs/product/security.md#calls-to-outside-addresses). The connection goes to the address that was checked.
 */
export function fetchOutside(address: string, request: Request): Promise<Outcome<OutsideAnswer>> {
  // Not even the host is named: it may say whose calendar it is.
  return traced({ name: 'read outside address', kind: 'client' }, () => followed(address, request));
}

async function followed(address: string, request: Request): Promise<Outcome<OutsideAnswer>> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  let next = address;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const url = outsideUrl(next, request.network);
      if (!url.ok) return url;
      const hosts = await addressesOf(url.value, request.network, signal);
      if (!hosts.ok) return hosts;
      const response = await send(url.value, hosts.value, { ...request, signal });
      const { statusCode: status = 0, headers } = response;
      if (!REDIRECTS.has(status) || headers.location === undefined)
        return await read(response, { ...request, signal });
      response.destroy();
      next = URL.parse(headers.location, url.value)?.href ?? '';
    }
    return fail('redirects');
  } catch (error) {
    return fail(signal.aborted ? 'slow' : failureOf(error));
  }
}

/** A host's addresses, all of them public: a name that also leads inside is refused as a whole. */
async function addressesOf(
  { hostname }: URL,
  { resolve, loopback }: OutsideNetwork,
  signal: AbortSignal,
): Promise<Outcome<readonly HostAddress[]>> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  const found =
    family === 0
      ? await untilAborted(resolve(host, signal), signal)
      : [{ address: host, family: family === 4 ? (4 as const) : (6 as const) }];
  if (found.length === 0) return fail('unknown_host');
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (loopback && LOOPBACK.has(address));
  return found.every(({ address }) => isAllowed(address)) ? ok(found) : fail('private_address');
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    }),
  ]);
}

type Sent = Request & { readonly signal: AbortSignal };

/** Sends the request to one of the checked addresses; the name is used for TLS and the Host header only. */
function send(
  url: URL,
  addresses: readonly HostAddress[],
  { accept, etag, signal }: Sent,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const headers = {
      accept,
      'accept-encoding': 'gzip',
      'user-agent': 'Talkback calendar reader',
      ...(etag === null ? {} : { 'if-none-match': etag }),
    };
    request(url, {
      agent: false,
      headers,
      signal,
      lookup: (_host, { all }, done) => {
        const [first] = addresses;
        if (all) done(null, [...addresses]);
        else done(null, first?.address ?? '', first?.family);
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

async function read(
  response: http.IncomingMessage,
  { maxBytes, signal }: Sent,
): Promise<Outcome<OutsideAnswer>> {
  const { statusCode: status = 0, headers } = response;
  const done = <T>(outcome: T): T => {
    response.destroy();
    return outcome;
  };
  if (status === 304) return done(ok(null));
  if (status === 401 || status === 403) return done(fail('no_access'));
  if (status === 404 || status === 410) return done(fail('not_found'));
  if (status !== 200) return done(fail('server_error'));
  if (Number(headers['content-length'] ?? 0) > maxBytes) return done(fail('too_large'));
  const text = await readText(response, { maxBytes, signal });
  const etag = headers.etag ?? null;
  return ok({ text, etag: etag !== null && etag.length <= MAX_ETAG ? etag : null });
}

/** The body as text. Bytes are counted before and after decompression, so that neither grows without end. */
async function readText(
  response: http.IncomingMessage,
  { maxBytes, signal }: Pick<Sent, 'maxBytes' | 'signal'>,
): Promise<string> {
  const chunks: Buffer[] = [];
  const count = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new TooLarge();
      yield chunk;
    }
  };
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of count(source)) chunks.push(chunk);
  };
  const isGzip = /^(x-)?gzip$/i.test(response.headers['content-encoding'] ?? '');
  await (isGzip
    ? pipeline(response, count, createGunzip(), collect, { signal })
    : pipeline(response, collect, { signal }));
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function failureOf(error: unknown): OutsideFailure {
  if (error instanceof TooLarge) return 'too_large';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(code) ? 'bad_certificate' : 'unreachable';
}
