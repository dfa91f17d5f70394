import type { Folder } from '#shared/files/contract.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { sessionHappened } from '../../sessions/events.ts';
import { transition } from '../../sessions/steps.ts';
import { hasNewFiles } from '../queries.ts';
import { countOpen } from './queries-uploads.ts';

interface StatusUpdate {
  readonly sessionId: number;
  readonly folder: Folder;
  readonly by: { readonly id: string; readonly role: Role };
}

/**
 * Moves a session's status once new files are listed and every announced one has arrived or was given up
 * (docs/product/files.md#group-of-files). The caller holds the session's lock.
 */
export async function updateStatus(tx: Tx, ctx: Ctx, { sessionId, folder, by }: StatusUpdate): Promise<void> {
  const { now } = ctx;
  if ((await countOpen(tx, sessionId, folder, now)) > 0) return;
  if (!(await hasNewFiles(tx, sessionId, folder))) return;
  const event = folder === 'user' ? 'presession_files_in' : 'output_files_in';
  // The table may have no row: a late file changes nothing.
  const moved = await transition(tx, { sessionId, event, actorId: by.id, actorRole: by.role, now });
  if (!moved.ok) return;
  const what = folder === 'user' ? 'files_sent' : 'delivered';
  await ctx.events.emit(tx, sessionHappened, { session_id: sessionId, what });
}
