import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AVATAR_MAX_BYTES } from '#shared/me/rules-avatar.ts';
import { Refused } from '../../lib/refused.ts';

/** Most pictures in memory at once, 5 MB each. */
const MAX_IN_MEMORY = 16;
/** Time limit of an upload, in milliseconds. */
const MAX_MS = 120_000;
const RETRY_SECONDS = 3;

let inMemory = 0;

/**
 * Passes the one file of a multipart form to `work`: null if it is missing, too large or not alone. Memory
 * stays bounded.
 */
export async function withPicture<T>(
  request: FastifyRequest,
  field: string,
  work: (picture: Buffer | null) => Promise<T>,
): Promise<T> {
  if (inMemory >= MAX_IN_MEMORY) throw new Refused('too_many_requests', { retryAfter: RETRY_SECONDS });
  inMemory += 1;
  try {
    return await work(await readFile(request, field));
  } finally {
    inMemory -= 1;
  }
}

async function readFile(request: FastifyRequest, field: string): Promise<Buffer | null> {
  if (!request.isMultipart()) return null;
  const timer = setTimeout(() => request.raw.destroy(), MAX_MS);
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
    clearTimeout(timer);
  }
}
