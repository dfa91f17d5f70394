import { emailProblem, nameProblem, normalName, zoneOr } from '../accounts/rules-sign-up.ts';
import { characters } from '../lib/text.ts';
import type { FieldError } from '../lib/problem.ts';

/** Whom the operator makes an account for (decisions 1); clients make theirs themselves. */
export const INVITED_ROLES = ['operator', 'partner', 'managed'] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

/** Somebody to make an account for, as it was typed. */
export interface Invitation {
  readonly role: InvitedRole;
  readonly email: string;
  readonly name: string;
  /** An IANA name. */
  readonly zone: string;
  /** What a musician has besides. */
  readonly musician?: MusicianToInvite | undefined;
}

export interface MusicianToInvite {
  /** The name in addresses. */
  readonly slug: string;
  readonly title: string;
  /** By their names in the catalogue. */
  readonly services: readonly string[];
  readonly instruments: readonly string[];
}

const TEXT_MAX = 255;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SLUG_WANTED = 'Lower case letters, digits and single hyphens, such as rafa-monteiro.';

const tooLong = (text: string): string | null =>
  characters(text) > TEXT_MAX ? `At most ${TEXT_MAX} characters.` : null;

/** What is wrong with an invitation, by field; the e-mail and the name are held to the rules of signing up. */
export function validateInvitation({ role, email, name, zone, musician }: Invitation): FieldError[] {
  const isPartner = role === 'partner';
  const found = {
    email: emailProblem(email),
    name: nameProblem(name) ?? tooLong(normalName(name)),
    zone: zoneOr(zone) === zone ? null : 'A time zone by its name, such as Europe/Lisbon.',
    slug: isPartner && !SLUG.test(musician?.slug ?? '') ? SLUG_WANTED : tooLong(musician?.slug ?? ''),
    title:
      isPartner && (musician?.title ?? '').trim() === ''
        ? 'What the musician does, such as Drummer.'
        : tooLong(musician?.title ?? ''),
  };
  return Object.entries(found).flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}
