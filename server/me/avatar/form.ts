import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AVATAR_MAX_BYTES } from '../../../shared/accounts/rules-avatar.ts';
import { Refused } from '../../lib/errors.ts';

/** So many pictures are in memory at once, 5 MB each; who comes then tries again. */
const MOST_HELD = 16;
/** Someone whose picture has not come by then is not waited for. */
const MOST_MS = 120_000;
const RETRY_SECONDS = 3;

let held = 0;

/**
 * Reads the one file of a multipart form into memory and hands it to `work`: null where the form has no file in this field, has more than
 * one, is broken or its file too large. Memory stays flat: what is too large is let go as it comes, and so many are held at once.
 */
export async function withPicture<T>(
  request: FastifyRequest,
  field: string,
  work: (picture: Buffer | null) => Promise<T>,
): Promise<T> {
  if (held >= MOST_HELD) throw new Refused('too_many_requests', { retryAfter: RETRY_SECONDS });
  held += 1;
  try {
    return await work(await readFile(request, field));
  } finally {
    held -= 1;
  }
}

async function readFile(request: FastifyRequest, field: string): Promise<Buffer | null> {
  if (!request.isMultipart()) return null;
  const late = setTimeout(() => request.raw.destroy(), MOST_MS);
  let picture: Buffer | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      const bytes = await part.toBuffer();
      if (part.file.truncated || bytes.length > AVATAR_MAX_BYTES) return null;
      if (part.fieldname === field) picture = bytes;
    }
    return picture;
  } catch (error) {
    request.log.info({ err: error }, 'a form could not be read');
    return null;
  } finally {
    clearTimeout(late);
  }
}
