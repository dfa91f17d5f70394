import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { archive } from '../../shared/files/contract.ts';
import type { AnswerOf, InputOf, ProblemOf, StreamAnswer } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { readRange, type ByteRange } from '../lib/range.ts';
import { judgeDownload, ownSession } from './access.ts';
import { attachmentNamed } from './gateway.ts';
import * as queries from './queries.ts';
import { planZip } from './zip/plan.ts';

/** What a request says beside its input: only HEAD has no body; a download that broke goes on by a range. */
interface Asked {
  readonly method: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/**
 * Streams a folder as one zip (decisions 6): exact length, any range, nothing prepared. The ETag names the very files in it:
 * when one was replaced or deleted, a resumed download starts over instead of gluing two archives.
 */
export async function streamArchive(
  ctx: SignedInCtx,
  { params }: InputOf<typeof archive>,
  asked: Asked,
): Promise<Result<AnswerOf<typeof archive>, ProblemOf<typeof archive>>> {
  const found = await ownSession(ctx, params.id);
  if (!found.ok) return found;
  if ((await judgeDownload(ctx, found.value, params.folder)).state !== 'offered') return fail('files_held');
  const files = await queries.filesToPack(ctx.db, params.id, params.folder);
  if (files.length === 0) return fail('no_files');
  const entries = [];
  for (const file of files) {
    if (file.crc32 === null) return fail('preparing_files');
    entries.push({
      name: file.prefix + file.name,
      size: file.size,
      crc32: file.crc32,
      modified: file.last_modified,
      open: (range: ByteRange) => ctx.storage.get(file.key, range),
    });
  }
  // refused before it begins rather than cut after its first bytes
  await ctx.storage.ping();
  const plan = planZip(entries);
  const etag = `"${createHash('sha256')
    .update(files.map((file) => `${file.key}:${file.prefix}${file.name}`).join('\n'))
    .digest('base64url')}"`;
  const filename = `${found.value.title ?? 'session'} - ${params.id}.zip`;
  const headers = { etag, 'accept-ranges': 'bytes', 'content-disposition': attachmentNamed(filename) };
  const answer = answerRange(plan, headers, asked, etag);
  return ok(asked.method === 'HEAD' ? { ...answer, body: Readable.from([]) } : answer);
}

function answerRange(
  plan: ReturnType<typeof planZip>,
  headers: Record<string, string>,
  { range: header, ifRange }: Asked,
  etag: string,
): StreamAnswer {
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
