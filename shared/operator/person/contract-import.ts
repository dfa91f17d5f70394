import * as z from 'zod/mini';
import { endpoint } from '../../lib/endpoint.ts';
import { Text } from '../../lib/wire.ts';
import { CONSOLE_MEMBERS_MAX, FILE_MAX } from '../rules-import.ts';
import * as calls from './calls-person.ts';

/** A file of comma-separated values, as text. */
const body = z.object({ csv: Text(FILE_MAX) });

/** What an import brings: accounts, credits in all, and those whose paid-through day is over. */
const Found = z.object({ members: z.int(), credits: z.int(), ended: z.int() });

export const checkMembers = endpoint({
  ...calls.checkMembers,
  summary: 'What importing a file of members would do, and every mistake in it; nothing is changed',
  who: ['operator'],
  body,
  response: z.object({
    found: Found,
    /** The first of them, by line. */
    faults: z.array(z.object({ line: z.int(), message: z.string() })),
    /** All of them; 0: the file can be imported. */
    fault_count: z.int(),
  }),
});

export const importMembers = endpoint({
  ...calls.importMembers,
  summary: 'Make an account for each member of a file, all or none, and mail each a link to it',
  who: ['operator'],
  idempotent: true,
  body,
  response: Found,
  problems: {
    invalid: { status: 422, detail: 'Nobody was imported: the file has mistakes. Please check it again.' },
    email_taken: { status: 409, detail: 'Nobody was imported: an address has an account by now.' },
    too_many: {
      status: 422,
      detail: `Nobody was imported: at most ${CONSOLE_MEMBERS_MAX} members at once. Divide the file.`,
    },
  },
});
