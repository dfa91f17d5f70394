import type { filesInfo, Folder } from '../../shared/files/contract.ts';
import { MAX_FILE_BYTES } from '../../shared/files/rules.ts';
import { ownFolder } from '../../shared/files/rules-folders.ts';
import type { AnswerOf, InputOf, ProblemOf, Role } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx, SignedInCtx } from '../lib/ctx.ts';
import { newId } from '../lib/ids.ts';
import type { StoredObject } from '../lib/storage.ts';
import { sessionHappened } from '../sessions/events.ts';
import { presentSession } from '../sessions/service.ts';
import { lockSession, transition } from '../sessions/steps.ts';
import { ownSession } from './access.ts';
import { filesArrived } from './events.ts';
import * as queries from './queries.ts';
import { takeUploads, uploadsInto, type UploadRow } from './queries-uploads.ts';

const ASK_AT_ONCE = 8;

/**
 * Lists what has arrived and moves the session's status. Judged by who calls and what the folder really holds: size
 * and existence are storage's word (decisions 5). 409 while the folder has no complete file.
 */
export async function reportUploads(
  ctx: SignedInCtx,
  { body }: InputOf<typeof filesInfo>,
): Promise<Result<AnswerOf<typeof filesInfo>, ProblemOf<typeof filesInfo>>> {
  const { actor, now } = ctx;
  const found = await ownSession(ctx, body.session_id);
  if (!found.ok) return found;
  const folder = ownFolder(actor.role);
  const complete = await adoptUploads(ctx, { sessionId: body.session_id, folder, by: actor });
  if (complete === 0) return fail('no_complete_file');
  const session = await presentSession(ctx.db, body.session_id, actor, now);
  return session === null ? fail('not_found') : ok({ session });
}

/** What storage says of an upload; null while nothing whole is there. */
interface Arrival {
  readonly upload: UploadRow;
  readonly object: StoredObject;
}

/** Whose uploads into which folder; `only` the ones of these ids where not all are asked for. */
interface Adopting {
  readonly sessionId: number;
  readonly folder: Folder;
  readonly by: { readonly id: string; readonly role: Role };
  readonly only?: ReadonlySet<string>;
}

/**
 * Lists every upload of a folder that is whole in storage, and moves the status when any is new. Answers how many files the
 * folder then holds. Also run by a job, for browsers that went away before they could tell.
 */
export async function adoptUploads(ctx: Ctx, { sessionId, folder, by, only }: Adopting): Promise<number> {
  const open = await uploadsInto(ctx.db, sessionId, folder);
  const arrivals = await askStorage(ctx, only === undefined ? open : open.filter(({ id }) => only.has(id)));
  const { value } = await transaction(ctx, async (tx) => {
    if ((await lockSession(tx, sessionId)) === undefined) return ok(0);
    const ids = arrivals.map(({ upload }) => upload.id);
    // what another call has taken meanwhile is listed already
    const taken = await takeUploads(tx, ids);
    const listed = await queries.filesIn(tx, sessionId, folder);
    const { fresh, gone } = sortArrivals(
      arrivals.filter(({ upload }) => taken.has(upload.id)),
      listed,
    );
    await queries.putFiles(tx, fresh.map(asFile(ctx.now)));
    await queries.doom(tx, gone, ctx.now);
    if (fresh.length > 0) {
      await ctx.events.emit(tx, filesArrived, { session_id: sessionId });
      const event = folder === 'user' ? 'presession_files_in' : 'output_files_in';
      // An upload that no row of the table is about changes nothing (decisions 5).
      const moved = await transition(tx, {
        sessionId,
        event,
        actorId: by.id,
        actorRole: by.role,
        now: ctx.now,
      });
      if (moved.ok) {
        const what = folder === 'user' ? 'files_sent' : 'delivered';
        await ctx.events.emit(tx, sessionHappened, { session_id: sessionId, what });
      }
    }
    return ok(await queries.countFiles(tx, sessionId, folder));
  });
  return value;
}

/** The place in its folder that a file shows in. */
const placeOf = ({ prefix, name }: { prefix: string; name: string }): string => prefix + name;

/**
 * Which arrivals are to be listed, and the keys of what gives way: a file of the same place, and what has another
 * size than was announced. Of two uploads to one place the one begun later stays, whichever arrived first; keys sort by age.
 */
function sortArrivals(
  arrivals: readonly Arrival[],
  listed: readonly { prefix: string; name: string; key: string }[],
): { fresh: Arrival[]; gone: string[] } {
  const keys = new Map(listed.map((file) => [placeOf(file), file.key]));
  const fresh = new Map<string, Arrival>();
  const gone: string[] = [];
  for (const arrival of arrivals) {
    const { upload, object } = arrival;
    const place = placeOf(upload);
    const before = keys.get(place);
    const isMeant = (upload.size ?? object.size) === object.size && object.size <= MAX_FILE_BYTES;
    if (!isMeant || (before !== undefined && before > upload.key)) {
      gone.push(upload.key);
      continue;
    }
    if (before !== undefined) gone.push(before);
    keys.set(place, upload.key);
    fresh.set(place, arrival);
  }
  return { fresh: [...fresh.values()], gone };
}

const asFile =
  (now: Temporal.Instant) =>
  ({ upload, object }: Arrival): queries.NewFile => ({
    id: newId(),
    session_id: upload.session_id,
    folder: upload.folder,
    prefix: upload.prefix,
    name: upload.name,
    key: upload.key,
    content_type: upload.content_type,
    size: object.size,
    crc32: object.crc32,
    uploaded_by: upload.created_by,
    last_modified: now,
  });

async function askStorage(ctx: Ctx, uploads: readonly UploadRow[]): Promise<Arrival[]> {
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
