import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type * as contract from '#shared/operator/import/contract-import.ts';
import {
  checkMembers,
  checkMusicians,
  checkSessions,
  importMembers,
  importMusicians,
  importSessions,
} from '#shared/operator/import/calls-import.ts';
import { call } from '../../../lib/api.ts';
import {
  foundSessionsText,
  foundText,
  memberCount,
  MEMBERS_EXAMPLE,
  musicianCount,
  MUSICIANS_EXAMPLE,
  sessionCount,
  SESSIONS_EXAMPLE,
} from './import-text.ts';

/** What checking a file answers. */
export interface Checked<Found> {
  readonly found: Found;
  readonly faults: readonly { readonly line: number; readonly message: string }[];
  readonly fault_count: number;
}

/** A kind of file that can be imported. */
export interface ImportKind<Found> {
  readonly title: string;
  readonly lead: string;
  /** Such as "members". */
  readonly noun: string;
  readonly columns: readonly (readonly [name: string, about: string])[];
  readonly example: string;
  readonly check: (csv: string) => Promise<Checked<Found>>;
  readonly save: (csv: string, idempotencyKey: string) => Promise<Found>;
  /** What a file has, in a sentence or two. */
  readonly foundText: (found: Found) => string;
  /** Who or what is not imported while there are mistakes. */
  readonly nobody: string;
  /** What follows the import. */
  readonly doneText: string;
  /** Such as "1 member". */
  readonly count: (found: Found) => string;
}

const PEOPLE = { nobody: 'Nobody', doneText: 'Each is mailed a link to choose a password.' } as const;
const NAME = ['name', '1 to 255 characters'] as const;
const EMAIL = ['email', 'An address without an account here'] as const;

export const MEMBERS: ImportKind<ResponseOf<typeof contract.importMembers>> = {
  title: 'Import members',
  lead: 'Brings the members of another system here: an account each, with what they have paid for and their credits. Each is mailed a link to choose a password. Choosing a file changes nothing yet.',
  ...PEOPLE,
  noun: 'members',
  columns: [
    NAME,
    EMAIL,
    ['zone', 'A time zone by its name, such as Europe/Lisbon'],
    ['paid_through', 'A date such as 2027-01-31: they are members to the end of that day'],
    ['credits', 'A whole number; they do not expire'],
  ],
  example: MEMBERS_EXAMPLE,
  check: (csv) => call(checkMembers, { body: { csv } }),
  save: (csv, idempotencyKey) => call(importMembers, { body: { csv } }, { idempotencyKey }),
  foundText,
  count: ({ members }) => memberCount(members),
};

export const MUSICIANS: ImportKind<ResponseOf<typeof contract.importMusicians>> = {
  title: 'Import musicians',
  lead: 'Brings the musicians of another system here: an account each, and a page that they complete and publish. Each is mailed a link to choose a password. Hours and rates come later. Choosing a file changes nothing yet.',
  ...PEOPLE,
  noun: 'musicians',
  columns: [
    NAME,
    EMAIL,
    ['zone', 'The time zone of their hours, such as Europe/Lisbon'],
    ['slug', 'Their name in addresses, such as rafa-monteiro'],
    ['title', 'What they do, such as Drummer'],
    ['services', 'Names of services with semicolons between; may be empty'],
    ['instruments', 'Names of instruments with semicolons between; may be empty'],
  ],
  example: MUSICIANS_EXAMPLE,
  check: (csv) => call(checkMusicians, { body: { csv } }),
  save: (csv, idempotencyKey) => call(importMusicians, { body: { csv } }, { idempotencyKey }),
  foundText: ({ musicians }) => `${musicianCount(musicians)}.`,
  count: ({ musicians }) => musicianCount(musicians),
};

export const SESSIONS: ImportKind<ResponseOf<typeof contract.importSessions>> = {
  title: 'Import sessions',
  lead: 'Brings the sessions of another system here: past ones as delivered, others as booked. Import clients and musicians first. Nobody is mailed. Leave cancelled ones out. Choosing a file changes nothing yet.',
  nobody: 'Nothing',
  doneText:
    'Past ones are among the delivered sessions; those to come go on as if they had been booked here.',
  noun: 'sessions',
  columns: [
    ['client', 'The address of a client or managed client here'],
    ['musician', 'A name in addresses, such as rafa-monteiro'],
    ['service', 'A name of the catalogue, such as recording'],
    ['start', 'With its offset, such as 2027-01-31T15:00+01:00'],
    ['minutes', 'How long it is'],
    ['credits', 'What it cost; a cancelled one gives them back'],
    ['title', 'The track; may be empty'],
  ],
  example: SESSIONS_EXAMPLE,
  check: (csv) => call(checkSessions, { body: { csv } }),
  save: (csv, idempotencyKey) => call(importSessions, { body: { csv } }, { idempotencyKey }),
  foundText: foundSessionsText,
  count: ({ sessions }) => sessionCount(sessions),
};
