import type { Folder } from '../../shared/files/contract.ts';
import { MAX_FILE_BYTES } from '../../shared/files/rules.ts';
import type { Role } from '../../shared/lib/endpoint.ts';
import { ok } from '../../shared/lib/result.ts';
import { effectiveStatus } from '../../shared/sessions/rules.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { newId } from '../lib/ids.ts';
import type { StoredObject } from '../lib/storage.ts';
import { lockSession, transition } from '../sessions/steps.ts';
import { filesArrived } from './events.ts';
import * as queries from './queries.ts';

const ASK_AT_ONCE = 8;

/** What storage says of an upload; null while nothing whole is there. */
interface Arrival {
  readonly upload: queries.UploadRow;
  readonly object: StoredObject;
}

/**
 * Lists every upload of a folder that is whole in storage, and moves the status when any is new. Answers how many files the
 * folder then holds. Also run by a job, for browsers that went away before they could tell.
 */
export async function adoptUploads(
  ctx: Ctx,
  { sessionId, folder, by }: { sessionId: number; folder: Folder; by: { id: string; role: Role } },
): Promise<number> {
  const arrivals = await askStorage(ctx, await queries.uploadsInto(ctx.db, sessionId, folder));
  const result = await transaction(ctx, async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (session === undefined) return ok(0);
    let fresh = 0;
    let unchecked = false;
    for (const arrival of arrivals) {
      if (!(await queries.takeUpload(tx, arrival.upload.id))) continue;
      fresh += await listArrival(tx, arrival, ctx.now);
      unchecked ||= arrival.object.crc32 === null;
    }
    if (unchecked) await ctx.events.emit(tx, filesArrived, { session_id: sessionId });
    if (fresh > 0 && effectiveStatus(session, ctx.now) !== 'cancelled') {
      const event = folder === 'user' ? 'presession_files_in' : 'output_files_in';
      // An upload that no row of the table is about changes nothing (decisions 5).
      await transition(tx, { sessionId, event, actorId: by.id, actorRole: by.role, now: ctx.now });
    }
    return ok((await queries.filesIn(tx, sessionId, folder)).length);
  });
  return result.ok ? result.value : 0;
}

/** Lists one arrived file, 1, or gives it up, 0: one of another size than was announced is not what was meant. */
async function listArrival(tx: Tx, { upload, object }: Arrival, now: Temporal.Instant): Promise<0 | 1> {
  if ((upload.size !== null && upload.size !== object.size) || object.size > MAX_FILE_BYTES) {
    await queries.doom(tx, [upload.key], now);
    return 0;
  }
  const old = await queries.replaceFile(tx, { id: newId(), upload, ...object, now });
  if (old !== null) await queries.doom(tx, [old], now);
  return 1;
}

async function askStorage(ctx: Ctx, uploads: readonly queries.UploadRow[]): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  for (let from = 0; from < uploads.length; from += ASK_AT_ONCE) {
    const some = uploads.slice(from, from + ASK_AT_ONCE);
    const objects = await Promise.all(some.map((upload) => ctx.storage.head(upload.key)));
    for (const [index, upload] of some.entries()) {
      const object = objects[index];
      if (object) arrivals.push({ upload, object });
    }
  }
  return arrivals;
}
