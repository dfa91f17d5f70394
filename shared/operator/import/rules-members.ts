import { normalizeEmail } from '../../accounts/rules.ts';
import { emailProblem, normalizeName } from '../../accounts/rules-sign-up.ts';
import { knownZone } from '../../accounts/rules-zone.ts';
import { characters } from '../../lib/text.ts';
import { startOfDay } from '../../lib/time.ts';
import {
  CREDITS_MAX,
  numberOf,
  readImport,
  type FileLine,
  type ImportFault,
  type ReadLine,
} from './rules-file.ts';

/** The columns of a file of members, in any order (docs/product/operator.md#imported-members). */
export const MEMBER_COLUMNS = ['name', 'email', 'zone', 'paid_through', 'credits'] as const;
type MemberColumn = (typeof MEMBER_COLUMNS)[number];

/** A member of another system, as imported. */
export interface ImportedMember {
  /** In the file; the header is line 1. */
  readonly line: number;
  readonly name: string;
  readonly email: string;
  readonly zone: string;
  /** The end of the paid-through day in the member's zone. */
  readonly paid_through: Temporal.Instant;
  /** Whole credits, at least 0. */
  readonly credits: number;
}

const NAME_MAX = 255;

/** Reads members from the lines of a file; every mistake is named with its line. */
export function readMembers(file: readonly FileLine[]): {
  readonly members: readonly ImportedMember[];
  readonly faults: readonly ImportFault[];
} {
  const { rows, faults } = readImport(file, { columns: MEMBER_COLUMNS, noun: 'member', read: readMember });
  return { members: rows, faults };
}

function readMember(line: number, valueOf: (column: MemberColumn) => string): ReadLine<ImportedMember> {
  const name = normalizeName(valueOf('name'));
  const email = normalizeEmail(valueOf('email'));
  const zone = knownZone(valueOf('zone'));
  const day = dayOf(valueOf('paid_through'));
  const credits = numberOf(valueOf('credits'));
  const addressProblem = emailProblem(email);
  const problems = [
    ...(name === '' || characters(name) > NAME_MAX ? [`name: Between 1 and ${NAME_MAX} characters.`] : []),
    ...(addressProblem === null ? [] : [`email: ${addressProblem}`]),
    ...(zone === null ? ['zone: A time zone by its name, such as Europe/Lisbon.'] : []),
    ...(day === null ? ['paid_through: A date such as 2027-01-31.'] : []),
    ...(credits === null || credits > CREDITS_MAX
      ? [`credits: A whole number from 0 to ${CREDITS_MAX}.`]
      : []),
  ];
  const value =
    zone === null || day === null || credits === null
      ? null
      : { line, name, email, zone, paid_through: startOfDay(day.add({ days: 1 }), zone), credits };
  return { value, problems, unique: [['email', 'address', email]] };
}

/** A date; null for anything else. */
function dayOf(text: string): Temporal.PlainDate | null {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return null;
  }
}
