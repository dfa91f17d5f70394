import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type BrotliOptions } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const compress = promisify<string, { level: number }, Buffer>(gzip);
const compressBrotli = promisify<string, BrotliOptions, Buffer>(brotliCompress);

/** Of 11: higher takes longer than it saves. */
const PAGE_QUALITY = 4;

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

/** How much Accept-Encoding wants each coding, 0 to 1; `*` stands for all that it does not name. */
function wishesOf(header: string | undefined): (coding: string) => number {
  const wishes = new Map(
    (header ?? '').split(',').map((one) => {
      const [coding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, quality === undefined ? 1 : Number(quality) || 0] as const;
    }),
  );
  return (coding) => wishes.get(coding) ?? wishes.get('*') ?? 0;
}

/** Whether Accept-Encoding takes gzip or `*` without `q=0`. */
export function acceptsGzip(header: string | undefined): boolean {
  return wishesOf(header)('gzip') > 0;
}

/** Compresses a page as its reader takes it best, with brotli where both are as welcome; null: it goes as it is. */
export async function compressPage(
  page: string,
  header: string | undefined,
): Promise<{ readonly coding: 'br' | 'gzip'; readonly bytes: Buffer } | null> {
  const wishes = wishesOf(header);
  const [br, gz] = [wishes('br'), wishes('gzip')];
  if (br === 0 && gz === 0) return null;
  if (br < gz) return { coding: 'gzip', bytes: await compress(page, { level: constants.Z_BEST_SPEED }) };
  const params = { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY };
  return { coding: 'br', bytes: await compressBrotli(page, { params }) };
}
