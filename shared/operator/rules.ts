import { emailProblem, nameProblem, normalizeName } from '../accounts/rules-sign-up.ts';
import { zoneOrUtc } from '../accounts/rules-zone.ts';
import { characters } from '../lib/text.ts';
import type { FieldError } from '../lib/problem.ts';

/** Roles that the operator makes accounts for (docs/product/operator.md#invited-people). */
export const INVITED_ROLES = ['operator', 'partner', 'managed'] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

/** A person to invite, as typed. */
export interface Invitation {
  readonly role: InvitedRole;
  readonly email: string;
  readonly name: string;
  /** An IANA name. */
  readonly zone: string;
  /** For musicians. */
  readonly musician?: MusicianToInvite | undefined;
}

export interface MusicianToInvite {
  /** The musician's name in addresses. */
  readonly slug: string;
  readonly title: string;
  /** By their names in the catalogue. */
  readonly services: readonly string[];
  readonly instruments: readonly string[];
}

const TEXT_MAX = 255;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SLUG_MESSAGE = 'Lower case letters, digits and single hyphens, such as rafa-monteiro.';

const tooLong = (text: string): string | null =>
  characters(text) > TEXT_MAX ? `At most ${TEXT_MAX} characters.` : null;

type Messages = Readonly<Record<string, string | null>>;

const errorsOf = (messages: Messages): FieldError[] =>
  Object.entries(messages).flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));

/** What makes somebody a musician, as typed. */
type MusicianFields = Pick<MusicianToInvite, 'slug' | 'title'>;

const musicianMessages = (musician: MusicianFields | undefined): Messages => ({
  slug: SLUG.test(musician?.slug ?? '') ? tooLong(musician?.slug ?? '') : SLUG_MESSAGE,
  title:
    (musician?.title ?? '').trim() === ''
      ? 'What the musician does, such as Drummer.'
      : tooLong(musician?.title ?? ''),
});

/** What is wrong with what makes somebody a musician, by field (docs/product/operator.md#changing-a-role). */
export const validateMusician = (musician: MusicianFields | undefined): FieldError[] =>
  errorsOf(musicianMessages(musician));

/** What is wrong with an invitation, by field (docs/product/operator.md#invited-people). */
export function validateInvitation({ role, email, name, zone, musician }: Invitation): FieldError[] {
  return errorsOf({
    email: emailProblem(email),
    name: nameProblem(name) ?? tooLong(normalizeName(name)),
    zone: zoneOrUtc(zone) === zone ? null : 'A time zone by its name, such as Europe/Lisbon.',
    ...(role === 'partner'
      ? musicianMessages(musician)
      : { slug: tooLong(musician?.slug ?? ''), title: tooLong(musician?.title ?? '') }),
  });
}

/** Whether the last check is less than a minute old (docs/product/operator.md#check-of-the-data). */
export function isRecentlyChecked(last: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return last !== null && Temporal.Instant.compare(last.add({ minutes: 1 }), now) > 0;
}
