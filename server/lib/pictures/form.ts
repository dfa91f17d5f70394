import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { Refused } from '../refused.ts';

/** Most pictures in memory at once, 5 MB each. */
const MAX_IN_MEMORY = 16;
/** Time limit of an upload, in milliseconds. */
const MAX_MS = 120_000;
const RETRY_SECONDS = 3;

let inMemory = 0;

/** The one field of a form that has a picture. */
interface UploadField {
  readonly field: string;
  readonly maxBytes: number;
}

/** A picture that was read; `no_file` also where it is not alone. */
type ReadPicture = Result<Buffer, 'no_file' | 'too_large'>;

/** Passes the one file of a multipart form to `work`. Memory stays bounded. */
export async function withPicture<T>(
  request: FastifyRequest,
  upload: UploadField,
  work: (picture: ReadPicture) => Promise<T>,
): Promise<T> {
  if (inMemory >= MAX_IN_MEMORY) throw new Refused('too_many_requests', { retryAfter: RETRY_SECONDS });
  inMemory += 1;
  try {
    return await work(await readFile(request, upload));
  } finally {
    inMemory -= 1;
  }
}

async function readFile(request: FastifyRequest, { field, maxBytes }: UploadField): Promise<ReadPicture> {
  if (!request.isMultipart()) return fail('no_file');
  const timer = setTimeout(() => request.raw.destroy(), MAX_MS);
  let picture: Buffer | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      const bytes = await part.toBuffer();
      if (part.file.truncated || bytes.length > maxBytes) return fail('too_large');
      if (part.fieldname === field) picture = bytes;
    }
    return picture === null ? fail('no_file') : ok(picture);
  } catch (error) {
    request.log.info({ err: error }, 'a form could not be read');
    return fail(isTooLarge(error) ? 'too_large' : 'no_file');
  } finally {
    clearTimeout(timer);
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
