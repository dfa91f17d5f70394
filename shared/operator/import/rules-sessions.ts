import { normalizeEmail } from '../../accounts/rules.ts';
import { emailProblem } from '../../accounts/rules-sign-up.ts';
import { characters } from '../../lib/text.ts';
import {
  CREDITS_MAX,
  numberOf,
  readImport,
  type FileLine,
  type ImportFault,
  type ReadLine,
} from './rules-file.ts';

/** The columns of a file of sessions, in any order (docs/product/operator.md#imported-sessions). */
export const SESSION_COLUMNS = [
  'client',
  'musician',
  'service',
  'start',
  'minutes',
  'credits',
  'title',
] as const;
type SessionColumn = (typeof SESSION_COLUMNS)[number];

/** A session of another system, as imported. */
export interface ImportedSession {
  /** In the file; the header is line 1. */
  readonly line: number;
  /** The client's address. */
  readonly client: string;
  /** The musician's slug. */
  readonly musician: string;
  /** By its name in the catalogue. */
  readonly service: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly minutes: number;
  /** What it cost in credits. */
  readonly credits: number;
  /** Null: without one. */
  readonly title: string | null;
}

const MINUTES_MAX = 180;
const TITLE_MAX = 254;

/** Reads sessions from the lines of a file; every mistake is named with its line. */
export function readSessions(file: readonly FileLine[]): {
  readonly sessions: readonly ImportedSession[];
  readonly faults: readonly ImportFault[];
} {
  const { rows, faults } = readImport(file, { columns: SESSION_COLUMNS, noun: 'session', read: readSession });
  return { sessions: rows, faults: [...faults, ...overlaps(rows)] };
}

function readSession(line: number, valueOf: (column: SessionColumn) => string): ReadLine<ImportedSession> {
  const client = normalizeEmail(valueOf('client'));
  const [musician, service, title] = [valueOf('musician'), valueOf('service'), valueOf('title')];
  const starts_at = startOf(valueOf('start'));
  const minutes = numberOf(valueOf('minutes'));
  const credits = numberOf(valueOf('credits'));
  const addressProblem = emailProblem(client);
  const problems = [
    ...(addressProblem === null ? [] : [`client: ${addressProblem}`]),
    ...(musician === '' ? ['musician: Their name in addresses, such as rafa-monteiro.'] : []),
    ...(service === '' ? ['service: A name of the catalogue, such as recording.'] : []),
    ...(starts_at === null ? ['start: A time with its offset, such as 2027-01-31T15:00+01:00.'] : []),
    ...(minutes === null || minutes < 1 || minutes > MINUTES_MAX
      ? [`minutes: A whole number from 1 to ${MINUTES_MAX}.`]
      : []),
    ...(credits === null || credits > CREDITS_MAX
      ? [`credits: A whole number from 0 to ${CREDITS_MAX}.`]
      : []),
    ...(characters(title) > TITLE_MAX ? [`title: At most ${TITLE_MAX} characters.`] : []),
  ];
  if (starts_at === null || minutes === null || credits === null)
    return { value: null, problems, unique: [] };
  const value = {
    line,
    client,
    musician,
    service,
    starts_at,
    ends_at: starts_at.add({ minutes }),
    minutes,
    credits,
    title: title === '' ? null : title,
  };
  return { value, problems, unique: [] };
}

/** Sessions of one musician at the same time: the later one of two is a mistake. */
function overlaps(sessions: readonly ImportedSession[]): ImportFault[] {
  const byStart = sessions.toSorted((a, b) => Temporal.Instant.compare(a.starts_at, b.starts_at));
  const last = new Map<string, ImportedSession>();
  return byStart.flatMap((session) => {
    const before = last.get(session.musician);
    if (before === undefined || Temporal.Instant.compare(before.ends_at, session.ends_at) < 0)
      last.set(session.musician, session);
    if (before === undefined || Temporal.Instant.compare(before.ends_at, session.starts_at) <= 0) return [];
    return [
      { line: session.line, message: `start: The session on line ${before.line} is at the same time.` },
    ];
  });
}

/** A full minute with its offset; null for anything else. */
function startOf(text: string): Temporal.Instant | null {
  if (!/^20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:00)?(Z|[+-]\d\d:\d\d)$/.test(text)) return null;
  try {
    return Temporal.Instant.from(text);
  } catch {
    return null;
  }
}
