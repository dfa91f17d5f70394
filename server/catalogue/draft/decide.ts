import { oneLine } from '#shared/lib/text.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { profileProblems } from '#shared/catalogue/rules-draft.ts';
import { audit } from '../../db/audit.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { profileApproved, profileReturned } from '../events.ts';
import { copyToProfile } from './publish.ts';
import * as queries from './queries-draft.ts';
import { readDraft, type ReadDraft } from './read.ts';
import { openDraft } from './save.ts';

/** What a returned note may be long. */
const MAX_NOTE = 1000;

/** The drafts that wait for approval, the longest first. */
export function listSubmitted({ db }: Pick<Ctx, 'db'>) {
  return queries.submittedDrafts(db);
}

/** A draft with the names of what it chooses, by their ids. */
export interface ShownDraft extends ReadDraft {
  readonly labels: ReadonlyMap<string, string>;
}

/** Whose draft. */
type Whose = { readonly id: string } | { readonly slug: string };

/** A draft with the names of what it chooses; undefined for an unknown musician. */
export async function showDraft({ db }: Pick<Ctx, 'db'>, whose: Whose): Promise<ShownDraft | undefined> {
  const draft = await readDraft(db, whose);
  if (draft === undefined) return undefined;
  const { instruments } = await queries.choices(db);
  const services = await queries.serviceChoices(db);
  return { ...draft, labels: new Map([...instruments, ...services].map(({ id, label }) => [id, label])) };
}

/** A draft that the operator has seen. */
type Seen = Whose & { readonly version: number };

type Decided<R extends string> = Result<
  { readonly name: string; readonly email: string },
  'not_found' | 'changed' | 'not_waiting' | R
>;

/** Decides over a draft that waits, in the version that was seen, under the musician's lock. */
async function decide<R extends string>(
  ctx: Ctx,
  seen: Seen,
  then: (tx: Tx, draft: ReadDraft) => Promise<Result<null, R>>,
): Promise<Decided<R>> {
  const musician = await queries.draftRow(ctx.db, seen);
  if (musician === undefined) return fail('not_found');
  return transaction<Decided<R>>(ctx, async (tx) => {
    const opened = await openDraft(tx, musician.id, seen.version);
    if (!opened.ok) return opened;
    const { name, email, submitted_at } = opened.value.row;
    if (submitted_at === null) return fail('not_waiting');
    const decided = await then(tx, opened.value);
    return decided.ok ? ok({ name, email }) : decided;
  });
}

/** Publishes a draft that waits, in the version that the operator has seen (docs/product/profiles.md#approval). */
export function approveDraft(ctx: Ctx, seen: Seen): Promise<Decided<'incomplete'>> {
  return decide<'incomplete'>(ctx, seen, async (tx, draft) => {
    const errors = profileProblems(draft.profile);
    if (errors.length > 0) return fail('incomplete', { errors });
    await copyToProfile(ctx, tx, draft);
    await audit(tx, ctx, {
      what: 'profile.approved',
      object: { kind: 'person', id: draft.row.id },
      after: { version: draft.row.version, changed: draft.changes },
    });
    await ctx.events.emit(tx, profileApproved, { person_id: draft.row.id });
    return ok(null);
  });
}

/** Returns a draft that waits, with what is to be changed. */
export function returnDraft(ctx: Ctx, seen: Seen & { readonly note: string }): Promise<Decided<'bad_note'>> {
  const note = oneLine(seen.note);
  return decide<'bad_note'>(ctx, seen, async (tx, { row, profile }) => {
    if (note === '' || note.length > MAX_NOTE) return fail('bad_note');
    await queries.storeDraft(
      tx,
      { musicianId: row.id, version: row.version + 1 },
      { body: profile, saved_at: ctx.now, submitted_at: null, returned_note: note },
    );
    await audit(tx, ctx, {
      what: 'profile.returned',
      object: { kind: 'person', id: row.id },
      reason: note,
      after: { version: row.version },
    });
    await ctx.events.emit(tx, profileReturned, { person_id: row.id });
    return ok(null);
  });
}
