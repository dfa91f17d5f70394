import { Readable } from 'node:stream';
import type { InputOf, ProblemOf, StreamResponse } from '#shared/lib/endpoint.ts';
import { dayOf } from '#shared/lib/time.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/privacy/contract.ts';
import { EXPORT_MINUTES } from '#shared/privacy/rules.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { contentDisposition } from '../storage/content-disposition.ts';
import { entriesOf } from './export/entries.ts';
import * as exports from './export/queries-exports.ts';
import { zipOf } from './export/zip-stream.ts';

/** Streams a download to whoever prepared it; read in parts, so that it needs little memory whatever its length. */
export async function downloadExport(
  ctx: SignedInCtx,
  { params }: InputOf<typeof contract.downloadExport>,
): Promise<Result<StreamResponse, ProblemOf<typeof contract.downloadExport>>> {
  const { db, actor, now } = ctx;
  const since = now.subtract({ minutes: EXPORT_MINUTES });
  const subject = await exports.exportOf(db, { id: params.id, by: actor.id, since });
  if (subject === undefined) return fail('not_found');
  const filename = `own data ${dayOf(now, 'UTC').toString()}.zip`;
  const headers = {
    'content-disposition': contentDisposition(filename),
    'cache-control': 'private, no-store',
  };
  const body = Readable.from(zipOf(entriesOf(ctx, subject), now), { objectMode: false });
  return ok({ status: 200, headers, body });
}
