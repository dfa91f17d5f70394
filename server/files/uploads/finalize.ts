import type { filesInfo, Folder } from '#shared/files/contract.ts';
import { ownFolder } from '#shared/files/rules-folders.ts';
import type { ResponseOf, InputOf, ProblemOf, Role } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { markForDeletion } from '../../db/doomed-objects.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx, SignedInCtx } from '../../ctx/ctx.ts';
import { newId } from '../../lib/ids.ts';
import { sessionResponse } from '../../sessions/service.ts';
import { lockSession } from '../../sessions/steps.ts';
import { enqueueAborts } from '../../storage/uploads.ts';
import { ownSession } from '../access.ts';
import { findArrivals, type Arrival } from './find-arrivals.ts';
import { filesArrived } from '../events.ts';
import * as queries from '../queries.ts';
import { removeUploads, uploadsInto } from './queries-uploads.ts';
import { updateStatus } from './update-status.ts';

/**
 * Lists what has arrived and moves the session's status (docs/product/files.md#group-of-files).
 * `no_complete_file` while the folder is empty.
 */
export async function reportUploads(
  ctx: SignedInCtx,
  { body }: InputOf<typeof filesInfo>,
): Promise<Result<ResponseOf<typeof filesInfo>, ProblemOf<typeof filesInfo>>> {
  const { actor, now } = ctx;
  const sessionResult = await ownSession(ctx, body.session_id);
  if (!sessionResult.ok) return sessionResult;
  const folder = ownFolder(actor.role);
  const { keys, more = false } = body.files_info;
  const reported = { sessionId: body.session_id, folder, by: actor, keys: keys && new Set(keys), more };
  const total = await finalizeUploads(ctx, reported);
  if (total === 0) return fail('no_complete_file');
  const session = await sessionResponse(ctx.db, body.session_id, actor, now);
  return session === null ? fail('not_found') : ok({ session });
}

/** The uploads to list: into which folder and by whom; `only` limits them to these ids. */
interface FinalizeInput {
  readonly sessionId: number;
  readonly folder: Folder;
  readonly by: { readonly id: string; readonly role: Role };
  readonly only?: ReadonlySet<string>;
  readonly keys?: ReadonlySet<string> | undefined;
  /** More of the group is to come: files are listed, and the status stays. */
  readonly more?: boolean;
}

/**
 * Lists every upload of a folder that is complete in storage, and moves the status when files are new and none
 * is missing. Returns the folder's number of files.
 */
export async function finalizeUploads(
  ctx: Ctx,
  { sessionId, folder, by, only, keys, more = false }: FinalizeInput,
): Promise<number> {
  const announced = await uploadsInto(ctx.db, sessionId, folder);
  const open = keys === undefined ? announced : announced.filter(({ key }) => keys.has(key));
  const { complete, wrongSize } = await findArrivals(
    ctx,
    only === undefined ? open : open.filter(({ id }) => only.has(id)),
  );
  const { value } = await transaction(ctx, async (tx) => {
    if ((await lockSession(tx, sessionId)) === undefined) return ok(0);
    const arrived = [...complete.map(({ upload }) => upload), ...wrongSize];
    // Another call may have listed some meanwhile.
    const removed = await removeUploads(
      tx,
      arrived.map(({ id }) => id),
    );
    const listed = await queries.filesIn(tx, sessionId, folder);
    const { added, replaced } = sortArrivals(
      complete.filter(({ upload }) => removed.has(upload.id)),
      listed,
    );
    const rejected = wrongSize.filter(({ id }) => removed.has(id));
    // Cancelled while they were completed. Keys that a file names are never deleted.
    const cancelled = complete.filter(({ upload, key }) => !removed.has(upload.id) && key !== upload.key);
    await queries.putFiles(tx, added.map(asFile(ctx.now)));
    await markForDeletion(tx, [...replaced, ...[...rejected, ...cancelled].map(({ key }) => key)], ctx.now);
    await enqueueAborts(ctx, tx, [...rejected, ...complete.map(({ upload }) => upload).filter(isInParts)]);
    if (added.length > 0) {
      await ctx.events.emit(tx, filesArrived, { session_id: sessionId });
    }
    if (!more) await updateStatus(tx, ctx, { sessionId, folder, by });
    return ok(await queries.countFiles(tx, sessionId, folder));
  });
  return value;
}

/** A file's place in its folder. */
const placeOf = ({ prefix, name }: { prefix: string; name: string }): string => prefix + name;

/** Whether the file was sent in parts, so that its single-part upload is still open and has to be aborted. */
const isInParts = ({ upload_id: uploadId }: { upload_id: string | null }): boolean => uploadId !== null;

/**
 * The arrivals to list, and the keys that they replace. Of two uploads to one place the later one wins,
 * whichever arrived first; keys sort by age.
 */
function sortArrivals(
  arrivals: readonly Arrival[],
  listed: readonly { prefix: string; name: string; key: string }[],
): { added: Arrival[]; replaced: string[] } {
  const keys = new Map(listed.map((file) => [placeOf(file), file.key]));
  const added = new Map<string, Arrival>();
  const replaced: string[] = [];
  for (const arrival of arrivals) {
    const { upload, key } = arrival;
    const place = placeOf(upload);
    const before = keys.get(place);
    if (before !== undefined && before > key) {
      replaced.push(key);
      continue;
    }
    if (before !== undefined) replaced.push(before);
    keys.set(place, key);
    added.set(place, arrival);
  }
  return { added: [...added.values()], replaced };
}

const asFile =
  (now: Temporal.Instant) =>
  ({ upload, key, object }: Arrival): queries.NewFile => ({
    id: newId(),
    session_id: upload.session_id,
    folder: upload.folder,
    prefix: upload.prefix,
    name: upload.name,
    key,
    content_type: upload.content_type,
    size: object.size,
    crc32: object.crc32,
    etag: object.etag,
    version: object.version,
    uploaded_by: upload.created_by,
    last_modified: now,
  });
