import type { OpenThing } from '#shared/privacy/rules.ts';
import { erasureDue } from '#shared/privacy/rules.ts';
import { openDetail } from '#shared/privacy/texts.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { rememberMailbox, voidLinks } from '../accounts/steps.ts';
import { markForDeletion } from '../db/doomed-objects.ts';
import type { Tx } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { newId } from '../lib/ids.ts';
import { enqueueAborts } from '../storage/uploads.ts';
import * as erasing from './erase/queries-erase.ts';
import { erasureRequested } from './events.ts';
import * as exports from './export/queries-exports.ts';
import * as queries from './queries.ts';
import { toErasure, type StoredErasure } from './service.ts';

interface Asked {
  readonly personId: string;
  /** The operator; null: the person. */
  readonly by: string | null;
}

/**
 * Asks for the deletion of an account (docs/product/own-data.md#deleting-an-account); asking again changes nothing. Errors:
 * `open`, `not_found`.
 */
export async function askErasure(
  tx: Tx,
  ctx: Ctx,
  { personId, by }: Asked,
): Promise<Result<StoredErasure & { readonly isNew: boolean }, 'open' | 'not_found'>> {
  const { now } = ctx;
  const account = await queries.lockAccount(tx, personId);
  if (account === undefined || account.erased_at !== null) return fail('not_found');
  const refusal = refusalOf(await queries.openThings(tx, account, now));
  if (refusal !== null) return refusal;
  const row = { person_id: personId, requested_at: now, due_at: erasureDue(now), requested_by: by };
  const isNew = await queries.insertErasure(tx, row);
  await voidLinks(tx, personId, ['delete_account']);
  if (isNew) await ctx.events.emit(tx, erasureRequested, { person_id: personId });
  const stored = toErasure(await queries.personWithErasure(tx, personId));
  if (stored === null) throw new Error('a deletion that was asked for is not stored');
  return ok({ ...stored, isNew });
}

/** Takes a deletion back; whether there was one. */
export async function dropErasure(tx: Tx, personId: string): Promise<boolean> {
  await queries.lockAccount(tx, personId);
  await voidLinks(tx, personId, ['keep_account', 'delete_account']);
  return queries.deleteErasure(tx, personId);
}

/**
 * Erases an account by the table of kept data. It waits for whatever is being stored for the account, and nothing is stored
 * after it. Errors: `open`; `not_found` for one that is erased, or that is not due where that is asked.
 */
export async function eraseAccount(
  tx: Tx,
  ctx: Ctx,
  { personId, ifDue, by }: Asked & { readonly ifDue: boolean },
): Promise<Result<null, 'open' | 'not_found'>> {
  const { now } = ctx;
  const account = await queries.lockAccount(tx, personId);
  if (account === undefined || account.erased_at !== null) return fail('not_found');
  if (ifDue && !(await queries.isDue(tx, personId, now))) return fail('not_found');
  const refusal = refusalOf(await queries.openThings(tx, account, now));
  if (refusal !== null) return refusal;
  if (!ifDue)
    await queries.insertErasure(tx, {
      person_id: personId,
      requested_at: now,
      due_at: now,
      requested_by: by,
    });
  if (await erasing.usedTrial(tx, personId))
    await rememberMailbox(tx, ctx.settings, { email: account.email, now });
  const uploads = await erasing.uploadsOf(tx, personId);
  const keys = [...(await erasing.keysOf(tx, personId)), ...uploads.map(({ key }) => key)];
  const erased = { id: personId, email: account.email, now };
  await erasing.endRest(tx, erased);
  await erasing.eraseTables(tx, erased);
  await markForDeletion(tx, keys, now);
  await enqueueAborts(ctx, tx, uploads);
  await queries.setErased(tx, personId, now);
  return ok(null);
}

function refusalOf(open: readonly OpenThing[]) {
  return open.length === 0 ? null : fail('open', { detail: openDetail(open) });
}

/** Prepares a download of what is stored of a person, for who made it; returns its id (docs/product/own-data.md#downloading). */
export async function prepareExport(
  tx: Tx,
  { personId, by, now }: { personId: string; by: string; now: Temporal.Instant },
): Promise<string> {
  const id = newId();
  await exports.insertExport(tx, { id, person_id: personId, made_by: by, made_at: now });
  return id;
}
