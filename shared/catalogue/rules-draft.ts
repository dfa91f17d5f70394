import type { FieldError } from '../lib/problem.ts';
import { characters, cleanText, oneLine } from '../lib/text.ts';
import { checkWords, MAX_SAMPLES, type SampleWords } from './rules-samples.ts';
import { DRAFT } from './texts-draft.ts';

/** Limits of a profile (docs/product/profiles.md#limits). */
export const MAX_TITLE = 80;
export const MAX_CARD_LINE = 160;
export const MAX_BIO = 3000;
export const MAX_STYLES = 12;
export const MAX_STYLE = 30;

/** A sample as the draft has it. */
export interface DraftSample extends SampleWords {
  readonly id: string;
  /** On the musician's page, once published. */
  readonly shown: boolean;
}

/** What a musician edits: the whole of their profile. */
export interface Profile {
  readonly title: string;
  /** The line on the card on Explore; empty: the bio. */
  readonly card_description: string;
  readonly bio: string;
  readonly styles: readonly string[];
  /** Ids. */
  readonly instruments: readonly string[];
  /** Ids. */
  readonly services: readonly string[];
  /** In the order of the page. */
  readonly samples: readonly DraftSample[];
  /** Published samples that are deleted when the draft is published. */
  readonly deleted: readonly string[];
}

/** A stored sample; `position` null: not on the published page. */
interface StoredSample extends SampleWords {
  readonly id: string;
  readonly position: number | null;
  readonly state: string;
}

/** The part of a profile that the operator or the musician can say something about. */
export const DRAFT_PARTS = [
  'title',
  'card_description',
  'bio',
  'styles',
  'instruments',
  'services',
  'samples',
] as const;
export type DraftPart = (typeof DRAFT_PARTS)[number];

/** The samples of the published page, in its order, then all others, which are not on it. */
export function publishedSamples(stored: readonly StoredSample[]): DraftSample[] {
  return stored.map(({ id, title, did, position }) => ({ id, title, did, shown: position !== null }));
}

/**
 * The samples of a draft as they are now: without those that are gone, and with new ones at its end
 * (docs/product/profiles.md#samples).
 */
export function mergeSamples(
  { samples, deleted }: Pick<Profile, 'samples' | 'deleted'>,
  stored: readonly StoredSample[],
): Pick<Profile, 'samples' | 'deleted'> {
  const byId = new Map(stored.map((sample) => [sample.id, sample]));
  const gone = new Set(deleted.filter((id) => typeof byId.get(id)?.position === 'number'));
  const known = new Map(samples.map((sample) => [sample.id, sample]));
  const fresh = stored.filter(({ id }) => !known.has(id)).map((sample) => ({ ...sample, shown: true }));
  return {
    deleted: [...gone],
    samples: [...known.values(), ...fresh].flatMap(({ id, title, did, shown }) => {
      const row = byId.get(id);
      if (row === undefined || gone.has(id)) return [];
      return [{ id, title, did, shown: shown && row.state !== 'unreadable' }];
    }),
  };
}

/** Texts as they are stored, each style and choice once. */
export function cleanProfile(profile: Profile): Profile {
  const styles = new Map<string, string>();
  for (const typed of profile.styles) {
    const style = oneLine(typed);
    const key = style.toLowerCase();
    if (style !== '' && !styles.has(key)) styles.set(key, style);
  }
  return {
    title: oneLine(profile.title),
    card_description: oneLine(profile.card_description),
    bio: cleanText(profile.bio),
    styles: [...styles.values()],
    instruments: [...new Set(profile.instruments)],
    services: [...new Set(profile.services)],
    samples: profile.samples.map((sample) => ({
      id: sample.id,
      title: oneLine(sample.title),
      did: oneLine(sample.did),
      shown: sample.shown,
    })),
    deleted: [...new Set(profile.deleted)],
  };
}

const tooLong = (text: string, most: number): boolean => characters(text) > most;

/** What stands in the way of publishing, by part (docs/product/profiles.md#what-publishing-needs). */
export function profileProblems(profile: Profile): FieldError[] {
  const {
    title,
    card_description: line,
    bio,
    styles,
    instruments,
    services,
    samples,
  } = cleanProfile(profile);
  const errors: FieldError[] = [];
  const say = (field: DraftPart, message: string) => errors.push({ field, message });
  if (title === '') say('title', DRAFT.titleMissing);
  if (tooLong(title, MAX_TITLE)) say('title', DRAFT.titleTooLong);
  if (tooLong(line, MAX_CARD_LINE)) say('card_description', DRAFT.lineTooLong);
  if (bio === '') say('bio', DRAFT.bioMissing);
  if (tooLong(bio, MAX_BIO)) say('bio', DRAFT.bioTooLong);
  if (styles.length > MAX_STYLES) say('styles', DRAFT.tooManyStyles);
  if (styles.some((style) => tooLong(style, MAX_STYLE))) say('styles', DRAFT.styleTooLong);
  if (instruments.length === 0) say('instruments', DRAFT.instrumentMissing);
  if (services.length === 0) say('services', DRAFT.serviceMissing);
  if (samples.filter(({ shown }) => shown).length > MAX_SAMPLES) say('samples', DRAFT.tooManySamples);
  if (samples.some((sample) => checkWords(sample).errors.length > 0)) say('samples', DRAFT.sampleWords);
  return errors;
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);
const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  isSameList(a.toSorted(), b.toSorted());

function haveSamplesChanged(draft: Profile, published: Profile): boolean {
  const shown = ({ samples }: Profile) => samples.filter((sample) => sample.shown).map(({ id }) => id);
  const before = new Map(published.samples.map((sample) => [sample.id, sample]));
  return (
    draft.deleted.length > 0 ||
    !isSameList(shown(draft), shown(published)) ||
    draft.samples.some(({ id, title, did }) => {
      const old = before.get(id);
      return old !== undefined && (old.title !== title || old.did !== did);
    })
  );
}

/** The parts of a draft that differ from the published profile. */
export function changedParts(draft: Profile, published: Profile): DraftPart[] {
  const [now, then] = [cleanProfile(draft), cleanProfile(published)];
  const changed: Readonly<Record<DraftPart, boolean>> = {
    title: now.title !== then.title,
    card_description: now.card_description !== then.card_description,
    bio: now.bio !== then.bio,
    styles: !isSameList(now.styles, then.styles),
    instruments: !isSameSet(now.instruments, then.instruments),
    services: !isSameSet(now.services, then.services),
    samples: haveSamplesChanged(now, then),
  };
  return DRAFT_PARTS.filter((part) => changed[part]);
}

/** How a profile stands (docs/product/profiles.md#states). */
export type DraftState = 'waiting' | 'returned' | 'new' | 'changed' | 'published';

interface Standing {
  readonly isPublished: boolean;
  readonly isSubmitted: boolean;
  readonly isReturned: boolean;
  readonly changes: number;
}

export function draftState({ isPublished, isSubmitted, isReturned, changes }: Standing): DraftState {
  if (isSubmitted) return 'waiting';
  if (isReturned) return 'returned';
  if (!isPublished) return 'new';
  return changes > 0 ? 'changed' : 'published';
}
