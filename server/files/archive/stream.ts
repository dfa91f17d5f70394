import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { archive } from '#shared/files/contract.ts';
import type { ResponseOf, InputOf, ProblemOf, StreamResponse } from '#shared/lib/endpoint.ts';
import { filesChanged } from '#shared/files/texts.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { inParallel } from '../../lib/parallel.ts';
import { readRange } from '../../lib/range.ts';
import type { Bytes, Pin } from '../../ctx/storage.ts';
import { downloadAccess, ownSession } from '../access.ts';
import { contentDisposition } from '../../storage/content-disposition.ts';
import { pinOf, readPinned } from '../uploads/pin.ts';
import * as queries from '../queries.ts';
import type { ZipEntry } from './layout.ts';
import { planZip } from './plan.ts';

/** Storage is asked for this many files at once before an archive begins. */
const MAX_PARALLEL = 32;

/** The parts of a request that decide the response: HEAD has no body, a range resumes a broken download. */
interface ArchiveRequest {
  readonly method: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/**
 * Streams a folder as one zip (docs/product/files.md#archive-format): exact length, any range. Refused as a
 * whole when the bytes of one file are not those that were listed.
 */
export async function streamArchive(
  ctx: SignedInCtx,
  { params }: InputOf<typeof archive>,
  request: ArchiveRequest,
): Promise<Result<ResponseOf<typeof archive>, ProblemOf<typeof archive>>> {
  const sessionResult = await ownSession(ctx, params.id);
  if (!sessionResult.ok) return sessionResult;
  if ((await downloadAccess(ctx, sessionResult.value, params.folder)).state !== 'offered')
    return fail('files_held');
  const files = await queries.filesToPack(ctx.db, params.id, params.folder);
  if (files.length === 0) return fail('no_files');
  if (files.some(({ crc32 }) => crc32 === null)) return fail('preparing_files');
  // Refused before it begins rather than cut after its first bytes.
  const pins = await inParallel(MAX_PARALLEL, files, (file) => pinOf(ctx, file));
  const changed = files.filter((_, index) => pins[index] === null);
  if (changed.length > 0)
    return fail('file_changed', { detail: filesChanged(changed.map(({ name }) => name)) });
  const plan = planZip(files.flatMap((file, index) => entryOf(ctx, file, pins[index] ?? null)));
  const etag = `"${createHash('sha256')
    .update(files.map((file) => `${file.key}:${file.prefix}${file.name}`).join('\n'))
    .digest('base64url')}"`;
  const filename = `${sessionResult.value.title ?? 'session'} - ${params.id}.zip`;
  const headers = { etag, 'accept-ranges': 'bytes', 'content-disposition': contentDisposition(filename) };
  const response = rangeResponse(plan, headers, request, etag);
  return ok(request.method === 'HEAD' ? { ...response, body: Readable.from([]) } : response);
}

function entryOf(ctx: SignedInCtx, file: queries.FileToPack, pin: Pin | null): ZipEntry[] {
  if (file.crc32 === null || pin === null) return [];
  return [
    {
      name: file.prefix + file.name,
      size: file.size,
      crc32: file.crc32,
      modified: file.last_modified,
      open: (range: Bytes) => readPinned(ctx, file, { range, pin }),
    },
  ];
}

function rangeResponse(
  plan: ReturnType<typeof planZip>,
  headers: Record<string, string>,
  { range: header, ifRange }: ArchiveRequest,
  etag: string,
): StreamResponse {
  const range =
    header !== undefined && (ifRange === undefined || ifRange === etag) ? readRange(header, plan.size) : null;
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${plan.size}` }, body: '' };
  }
  if (range === null) {
    return { status: 200, headers: { ...headers, 'content-length': String(plan.size) }, body: plan.stream() };
  }
  const { start, end } = range;
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${plan.size}`,
    },
    body: plan.stream(range),
  };
}
