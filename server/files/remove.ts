import type { deleteFolder, deleteOutput, Folder } from '#shared/files/contract.ts';
import { mayEmpty, ownFolder } from '#shared/files/rules-folders.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { markForDeletion } from '../db/doomed-objects.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { sessionResponse } from '../sessions/service.ts';
import { lockSession, transition } from '../sessions/steps.ts';
import { ownSession } from './access.ts';
import * as queries from './queries.ts';

type Outcome = Result<ResponseOf<typeof deleteFolder>, ProblemOf<typeof deleteFolder>>;

/** Deletes all files of a folder: the caller's own by default (docs/product/files.md#deleting). */
export async function removeFolder(
  ctx: SignedInCtx,
  { body }: InputOf<typeof deleteFolder>,
): Promise<Outcome> {
  const { role } = ctx.actor;
  const folder = body.folder ?? ownFolder(role);
  const sessionResult = await ownSession(ctx, body.session_id);
  if (!sessionResult.ok) return sessionResult;
  if (!mayEmpty(role, folder)) return fail('not_yours');
  return remove(ctx, body.session_id, folder);
}

/** Deletes what the musician delivered. */
export async function removeOutput(
  ctx: SignedInCtx,
  { body }: InputOf<typeof deleteOutput>,
): Promise<Result<ResponseOf<typeof deleteOutput>, ProblemOf<typeof deleteOutput>>> {
  const sessionResult = await ownSession(ctx, body.session_id);
  if (!sessionResult.ok) return sessionResult;
  return remove(ctx, body.session_id, 'output');
}

/** Removes the files, marks their bytes for deletion, and moves the status where the table has a row. */
async function remove(ctx: SignedInCtx, sessionId: number, folder: Folder) {
  const { actor, now } = ctx;
  return transaction(
    ctx,
    async (tx): Promise<Result<ResponseOf<typeof deleteOutput>, 'not_now' | 'not_found'>> => {
      const session = await lockSession(tx, sessionId);
      if (session === undefined || session.status === 'cancelled') return fail('not_now');
      const keys = await queries.deleteFiles(tx, sessionId, folder);
      await markForDeletion(tx, keys, now);
      if (keys.length > 0) {
        const event = folder === 'user' ? 'presession_files_deleted' : 'output_files_deleted';
        await transition(tx, { sessionId, event, actorId: actor.id, actorRole: actor.role, now });
      }
      const shown = await sessionResponse(tx, sessionId, actor, now);
      return shown === null ? fail('not_found') : ok({ session: shown });
    },
  );
}
