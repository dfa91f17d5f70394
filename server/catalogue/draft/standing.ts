import { profileProblems, type DraftState } from '#shared/catalogue/rules-draft.ts';
import type { Db } from '../../db/transaction.ts';
import { readDraft } from './read.ts';

/** How a musician's profile stands. */
export interface ProfileStanding {
  readonly state: DraftState;
  readonly slug: string;
  readonly name: string;
  readonly isPublished: boolean;
  /** Of the draft. */
  readonly version: number;
  readonly returnedNote: string | null;
  /** What is missing before it can be published, in words. */
  readonly missing: readonly string[];
}

/** How a musician's profile stands; undefined for who is no musician. */
export async function profileStanding(db: Db, musicianId: string): Promise<ProfileStanding | undefined> {
  const draft = await readDraft(db, { id: musicianId });
  if (draft === undefined) return undefined;
  const { row, profile, state } = draft;
  const { slug, name, published: isPublished, version, returned_note: returnedNote } = row;
  const missing = profileProblems(profile).map(({ message }) => message);
  return { state, slug, name, isPublished, version, returnedNote, missing };
}
