import type {
  discardDraft as discardEndpoint,
  saveDraft as saveEndpoint,
  takeBackDraft as takeBackEndpoint,
} from '#shared/catalogue/contract-draft.ts';
import {
  changedParts,
  cleanProfile,
  draftState,
  mergeSamples,
  type Profile,
} from '#shared/catalogue/rules-draft.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { lockMusician } from '../samples/queries-samples.ts';
import * as queries from './queries-draft.ts';
import { draftResponse, readDraft, type ReadDraft } from './read.ts';

/** Locks the musician and reads their draft; refused when it has another version (docs/product/profiles.md#two-windows). */
export async function openDraft(
  tx: Tx,
  musicianId: string,
  version: number,
): Promise<Result<ReadDraft, 'not_found' | 'changed'>> {
  await lockMusician(tx, musicianId);
  const draft = await readDraft(tx, { id: musicianId });
  if (draft === undefined) return fail('not_found');
  return draft.row.version === version ? ok(draft) : fail('changed');
}

/** Saves what the musician has typed so far, complete or not (docs/product/profiles.md#draft). */
export async function saveDraft(
  ctx: SignedInCtx,
  { body }: InputOf<typeof saveEndpoint>,
): Promise<Result<ResponseOf<typeof saveEndpoint>, ProblemOf<typeof saveEndpoint>>> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx) => {
    const opened = await openDraft(tx, actor.id, body.version);
    if (!opened.ok) return opened;
    const { row, samples, published } = opened.value;
    if (row.submitted_at !== null) return fail('waiting');
    const typed = cleanProfile(body.profile);
    const profile = { ...typed, ...mergeSamples(typed, samples) };
    const version = row.version + 1;
    await queries.storeDraft(
      tx,
      { musicianId: row.id, version },
      { body: profile, saved_at: now, submitted_at: null, returned_note: row.returned_note },
    );
    const state = draftState({
      isPublished: row.published,
      isSubmitted: false,
      isReturned: row.returned_note !== null,
      changes: changedParts(profile, published).length,
    });
    return ok({ version, saved_at: now.toString(), state });
  });
}

/** Takes back a draft that waits for approval; nothing happens when it does not. */
export async function takeBackDraft(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof takeBackEndpoint>, ProblemOf<typeof takeBackEndpoint>>> {
  const { actor, now, flags } = ctx;
  return transaction(ctx, async (tx) => {
    await lockMusician(tx, actor.id);
    const draft = await readDraft(tx, { id: actor.id });
    if (draft === undefined) return fail('not_found');
    if (draft.row.submitted_at !== null) await storeNext(tx, draft.row, draft.profile, now);
    return ok({ draft: await draftResponse(tx, { musicianId: actor.id, flags }) });
  });
}

/** Goes back to what is published; samples that never were stay, but not for the page. */
export async function discardDraft(
  ctx: SignedInCtx,
  { body }: InputOf<typeof discardEndpoint>,
): Promise<Result<ResponseOf<typeof discardEndpoint>, ProblemOf<typeof discardEndpoint>>> {
  const { actor, now, flags } = ctx;
  return transaction(ctx, async (tx) => {
    const opened = await openDraft(tx, actor.id, body.version);
    if (!opened.ok) return opened;
    if (opened.value.row.submitted_at !== null) return fail('waiting');
    await storeNext(tx, opened.value.row, opened.value.published, now);
    return ok({ draft: await draftResponse(tx, { musicianId: actor.id, flags }) });
  });
}

/** Stores a draft that neither waits nor was returned. */
function storeNext(
  tx: Tx,
  { id, version }: queries.DraftRow,
  body: Profile,
  now: Temporal.Instant,
): Promise<void> {
  return queries.storeDraft(
    tx,
    { musicianId: id, version: version + 1 },
    { body, saved_at: now, submitted_at: null, returned_note: null },
  );
}
