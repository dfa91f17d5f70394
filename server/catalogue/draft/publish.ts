import type { publishDraft as publishEndpoint } from '#shared/catalogue/contract-draft.ts';
import { profileProblems } from '#shared/catalogue/rules-draft.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import type { Ctx, SignedInCtx } from '../../ctx/ctx.ts';
import { profileSubmitted } from '../events.ts';
import { discardBytes } from '../samples/discard.ts';
import { placeSamples, removeSample } from '../samples/queries-samples.ts';
import * as queries from './queries-draft.ts';
import { draftResponse, needsApproval, type ReadDraft } from './read.ts';
import { openDraft } from './save.ts';

/** Publishes the draft, or sends it for approval (docs/product/profiles.md#publishing). */
export async function publishDraft(
  ctx: SignedInCtx,
  { body }: InputOf<typeof publishEndpoint>,
): Promise<Result<ResponseOf<typeof publishEndpoint>, ProblemOf<typeof publishEndpoint>>> {
  const { actor, now, flags } = ctx;
  return transaction(ctx, async (tx) => {
    const opened = await openDraft(tx, actor.id, body.version);
    if (!opened.ok) return opened;
    const draft = opened.value;
    const { row, profile, changes } = draft;
    if (row.submitted_at !== null) return fail('waiting');
    const errors = profileProblems(profile);
    if (errors.length > 0) return fail('incomplete', { errors });
    if (row.published && changes.length === 0) return fail('nothing');
    if (needsApproval(flags)) {
      await queries.storeDraft(
        tx,
        { musicianId: row.id, version: row.version + 1 },
        { body: profile, saved_at: now, submitted_at: now, returned_note: null },
      );
      await ctx.events.emit(tx, profileSubmitted, { person_id: row.id, version: row.version + 1 });
    } else await copyToProfile(ctx, tx, draft);
    ctx.log.info(
      { musician: row.id, changes },
      needsApproval(flags) ? 'profile submitted' : 'profile published',
    );
    return ok({ draft: await draftResponse(tx, { musicianId: row.id, flags }) });
  });
}

/** Makes a draft the published profile, within the musician's lock. */
export async function copyToProfile(ctx: Ctx, tx: Tx, draft: ReadDraft): Promise<void> {
  const { row, profile, samples } = draft;
  await queries.setProfile(tx, row.id, profile);
  for (const sample of samples) {
    if (!profile.deleted.includes(sample.id)) continue;
    await removeSample(tx, sample);
    await discardBytes(ctx, tx, sample);
  }
  const kept = new Set(samples.filter(({ state }) => state === 'kept').map(({ id }) => id));
  await placeSamples(
    tx,
    row.id,
    profile.samples.map((sample) => ({ ...sample, shown: sample.shown && kept.has(sample.id) })),
  );
  await queries.storeDraft(
    tx,
    { musicianId: row.id, version: row.version + 1 },
    {
      body: { ...profile, deleted: [] },
      saved_at: ctx.now,
      submitted_at: null,
      returned_note: null,
      published_at: ctx.now,
    },
  );
}
