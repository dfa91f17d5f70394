import { normalizeEmail } from '../accounts/rules.ts';
import { emailProblem, normalizeName } from '../accounts/rules-sign-up.ts';
import { knownZone } from '../accounts/rules-zone.ts';
import { characters } from '../lib/text.ts';
import { startOfDay } from '../lib/time.ts';

/** The columns of a file of members, in any order (docs/product/operator.md#imported-members). */
export const MEMBER_COLUMNS = ['name', 'email', 'zone', 'paid_through', 'credits'] as const;
export type MemberColumn = (typeof MEMBER_COLUMNS)[number];

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

/** A mistake in a file. */
export interface ImportFault {
  readonly line: number;
  readonly message: string;
}

/** A line of a file, as read. */
export interface FileLine {
  readonly line: number;
  readonly cells: readonly string[];
}

export const MEMBERS_MAX = 10_000;
/** In the console, where somebody waits for the answer. */
export const CONSOLE_MEMBERS_MAX = 1000;
/** Characters of a file in the console. */
export const FILE_MAX = 500_000;
/** Mistakes that are shown at once. */
export const FAULTS_SHOWN = 100;
const CREDITS_MAX = 10_000;
const NAME_MAX = 255;

/** Reads members from the lines of a file; every mistake is named with its line. */
export function readMembers([header, ...lines]: readonly FileLine[]): {
  readonly members: readonly ImportedMember[];
  readonly faults: readonly ImportFault[];
} {
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  const missing = MEMBER_COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0)
    return {
      members: [],
      faults: [{ line: 1, message: `The first line has to name these columns, too: ${missing.join(', ')}.` }],
    };
  if (lines.length === 0) return { members: [], faults: [{ line: 2, message: 'There is no member.' }] };
  if (lines.length > MEMBERS_MAX)
    return { members: [], faults: [{ line: MEMBERS_MAX + 2, message: `At most ${MEMBERS_MAX} members.` }] };
  const first = new Map<string, number>();
  const members: ImportedMember[] = [];
  const faults: ImportFault[] = [];
  for (const { line, cells } of lines) {
    const valueOf = (column: MemberColumn) => (cells[names.indexOf(column)] ?? '').trim();
    const read = readMember(line, valueOf);
    const before = first.get(read.email);
    first.set(read.email, before ?? line);
    const wrong = [
      ...read.problems,
      ...(before === undefined ? [] : [`email: The same address is on line ${before}.`]),
    ];
    if (wrong.length === 0 && read.member !== null) members.push(read.member);
    faults.push(...wrong.map((message) => ({ line, message })));
  }
  return { members, faults };
}

function readMember(line: number, valueOf: (column: MemberColumn) => string) {
  const name = normalizeName(valueOf('name'));
  const email = normalizeEmail(valueOf('email'));
  const zone = knownZone(valueOf('zone'));
  const day = dayOf(valueOf('paid_through'));
  const credits = /^\d{1,5}$/.test(valueOf('credits')) ? Number(valueOf('credits')) : null;
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
  const member =
    zone === null || day === null || credits === null
      ? null
      : { line, name, email, zone, paid_through: startOfDay(day.add({ days: 1 }), zone), credits };
  return { email, problems, member };
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
