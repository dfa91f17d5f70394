import type { Draft, getDraft as getDraftEndpoint } from '#shared/catalogue/contract-draft.ts';
import {
  changedParts,
  draftState,
  mergeSamples,
  publishedSamples,
  type DraftPart,
  type DraftState,
  type Profile,
} from '#shared/catalogue/rules-draft.ts';
import type { ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Flags } from '#shared/content/rules.ts';
import type { Db } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { samplesOf, type SampleRow } from '../samples/queries-samples.ts';
import * as queries from './queries-draft.ts';

/** A musician's draft as it is now, beside what is published. */
export interface ReadDraft {
  readonly row: queries.DraftRow;
  readonly profile: Profile;
  readonly published: Profile;
  readonly changes: readonly DraftPart[];
  readonly state: DraftState;
  readonly samples: readonly SampleRow[];
}

/** A musician's draft by id or slug; undefined for who is no musician. */
export async function readDraft(
  db: Db,
  by: { readonly id: string } | { readonly slug: string },
): Promise<ReadDraft | undefined> {
  const row = await queries.draftRow(db, by);
  if (row === undefined) return undefined;
  const samples = await samplesOf(db, row.id);
  const { title, card_description, bio, styles, instruments, services } = row;
  const published: Profile = {
    title,
    card_description,
    bio,
    styles,
    instruments,
    services,
    samples: publishedSamples(samples),
    deleted: [],
  };
  const stored = row.body ?? { ...published, samples: published.samples.filter(({ shown }) => shown) };
  // What arrives while a draft waits is not part of what the operator sees.
  const named = new Set([...stored.samples.map(({ id }) => id), ...stored.deleted]);
  const present = row.submitted_at === null ? samples : samples.filter(({ id }) => named.has(id));
  const profile = { ...stored, ...mergeSamples(stored, present) };
  const changes = changedParts(profile, published);
  const state = draftState({
    isPublished: row.published,
    isSubmitted: row.submitted_at !== null,
    isReturned: row.returned_note !== null,
    changes: changes.length,
  });
  return { row, profile, published, changes, state, samples };
}

/** Whether the studio looks at drafts before they are published (docs/product/profiles.md#approval). */
export const needsApproval = (flags: Flags): boolean => flags['profiles-need-approval'];

/** A draft as its musician sees it; it must exist. */
export async function draftResponse(
  db: Db,
  { musicianId, flags }: { readonly musicianId: string; readonly flags: Flags },
): Promise<Draft> {
  const draft = await readDraft(db, { id: musicianId });
  if (draft === undefined) throw new Error('a musician is gone');
  const { row, profile, published, state } = draft;
  return {
    profile: mutable(profile),
    published: mutable(published),
    state,
    version: row.version,
    saved_at: row.saved_at?.toString() ?? null,
    submitted_at: row.submitted_at?.toString() ?? null,
    returned_note: row.returned_note,
    is_published: row.published,
    is_public: row.published && row.visible,
    needs_approval: needsApproval(flags),
    slug: row.slug,
    choices: await queries.choices(db),
  };
}

/** The musician's own draft. */
export async function getDraft(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof getDraftEndpoint>, ProblemOf<typeof getDraftEndpoint>>> {
  if ((await queries.draftRow(ctx.db, { id: ctx.actor.id })) === undefined) return fail('not_found');
  return ok({ draft: await draftResponse(ctx.db, { musicianId: ctx.actor.id, flags: ctx.flags }) });
}

function mutable(profile: Profile): Draft['profile'] {
  const { styles, instruments, services, samples, deleted, ...texts } = profile;
  return {
    ...texts,
    styles: [...styles],
    instruments: [...instruments],
    services: [...services],
    samples: [...samples],
    deleted: [...deleted],
  };
}
