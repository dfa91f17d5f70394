import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const compress = promisify<string, { level: number }, Buffer>(gzip);

/** Shorter responses fit into a packet or two. */
const MIN_BYTES = 2048;

/** Compresses JSON responses to GET (docs/decisions/0046-gzip-json-without-echoed-input.md). */
export function compressResponses(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply, payload: unknown) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    if (payload.length < MIN_BYTES || !isJson(reply.getHeader('content-type'))) return payload;
    reply.header('vary', 'accept-encoding');
    if (!acceptsGzip(request.headers['accept-encoding'])) return payload;
    // Other bytes of the same content need a weak tag (RFC 9110).
    const tag = reply.getHeader('etag');
    if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return compress(payload, { level: constants.Z_BEST_SPEED });
  });
}

const isJson = (type: unknown): boolean => typeof type === 'string' && type.startsWith('application/json');

/** Whether Accept-Encoding takes gzip or `*` without `q=0`. */
export function acceptsGzip(header: string | undefined): boolean {
  const wishes = new Map(
    (header ?? '').split(',').map((one) => {
      const [coding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      return [coding, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))] as const;
    }),
  );
  return wishes.get('gzip') ?? wishes.get('*') ?? false;
}
