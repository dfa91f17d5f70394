import * as z from 'zod/mini';
import { endpoint } from '../../lib/endpoint.ts';
import { Text } from '../../lib/wire.ts';
import * as calls from './calls-import.ts';
import { CONSOLE_LINES_MAX, FILE_MAX } from './rules-file.ts';

/** A file of comma-separated values, as text. */
const body = z.object({ csv: Text(FILE_MAX) });

const checked = {
  /** The first of them, by line. */
  faults: z.array(z.object({ line: z.int(), message: z.string() })),
  /** All of them; 0: the file can be imported. */
  fault_count: z.int(),
};

const refusals = {
  invalid: { status: 422, detail: 'Nobody was imported: the file has mistakes. Please check it again.' },
  email_taken: { status: 409, detail: 'Nobody was imported: an address has an account by now.' },
} as const;
const tooMany = (noun: string) =>
  ({
    status: 422,
    detail: `Nobody was imported: at most ${CONSOLE_LINES_MAX} ${noun} at once. Divide the file.`,
  }) as const;

/** What an import brings: accounts, credits in all, and those whose paid-through day is over. */
const FoundMembers = z.object({ members: z.int(), credits: z.int(), ended: z.int() });

export const checkMembers = endpoint({
  ...calls.checkMembers,
  summary: 'What importing a file of members would do, and every mistake in it; nothing is changed',
  who: ['operator'],
  body,
  response: z.object({ found: FoundMembers, ...checked }),
});

export const importMembers = endpoint({
  ...calls.importMembers,
  summary: 'Make an account for each member of a file, all or none, and mail each a link to it',
  who: ['operator'],
  idempotent: true,
  body,
  response: FoundMembers,
  problems: { ...refusals, too_many: tooMany('members') },
});

const FoundMusicians = z.object({ musicians: z.int() });

export const checkMusicians = endpoint({
  ...calls.checkMusicians,
  summary: 'What importing a file of musicians would do, and every mistake in it; nothing is changed',
  who: ['operator'],
  body,
  response: z.object({ found: FoundMusicians, ...checked }),
});

export const importMusicians = endpoint({
  ...calls.importMusicians,
  summary: 'Make an account and an unpublished page for each musician of a file, all or none',
  who: ['operator'],
  idempotent: true,
  body,
  response: FoundMusicians,
  problems: {
    ...refusals,
    slug_taken: { status: 409, detail: 'Nobody was imported: a musician has one of these slugs by now.' },
    too_many: tooMany('musicians'),
  },
});

/** What an import brings: sessions in all, those to come, and credits in all. */
const FoundSessions = z.object({ sessions: z.int(), to_come: z.int(), credits: z.int() });

export const checkSessions = endpoint({
  ...calls.checkSessions,
  summary: 'What importing a file of sessions would do, and every mistake in it; nothing is changed',
  who: ['operator'],
  body,
  response: z.object({ found: FoundSessions, ...checked }),
});

export const importSessions = endpoint({
  ...calls.importSessions,
  summary: 'Enter the past and booked sessions of a file, all or none; nobody is mailed',
  who: ['operator'],
  idempotent: true,
  body,
  response: FoundSessions,
  problems: {
    invalid: { status: 422, detail: 'Nothing was imported: the file has mistakes. Please check it again.' },
    too_many: {
      status: 422,
      detail: `Nothing was imported: at most ${CONSOLE_LINES_MAX} sessions at once. Divide the file.`,
    },
  },
});
