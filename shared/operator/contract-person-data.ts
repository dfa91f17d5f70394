import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
import { Done, Id } from '../lib/wire.ts';
import { Erasure } from '../privacy/contract.ts';
import * as calls from './calls.ts';
import { REASON_MAX } from './rules-people.ts';

const params = z.object({ id: Id });
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(REASON_MAX));
const notFound = {
  not_found: { status: 404, detail: 'There is no such person, or their account is deleted.' },
} as const;

export const downloadPersonData = endpoint({
  ...calls.downloadPersonData,
  summary: 'Prepare a download of what is stored of a person, with a reason',
  who: ['operator'],
  rateLimit: [perAccount('person-data', 30, 3600)],
  params,
  status: 201,
  body: z.object({ reason }),
  response: z.object({ url: z.string() }),
  problems: notFound,
});

export const erasePerson = endpoint({
  ...calls.erasePerson,
  summary: 'Delete an account at once, or 14 days from now, with a reason',
  who: ['operator'],
  params,
  body: z.object({ reason, when: z.enum(['now', 'later']) }),
  /** null: it is done. */
  response: z.object({ erasure: z.nullable(Erasure) }),
  problems: {
    ...notFound,
    open: { status: 409, detail: 'Something of this account is still open.' },
    requested: { status: 409, detail: 'This account is going to be deleted already.' },
    is_operator: { status: 422, detail: 'Accounts of operators are not deleted here.' },
  },
});

export const keepPerson = endpoint({
  ...calls.keepPerson,
  summary: 'Take back the deletion of an account, with a reason',
  who: ['operator'],
  params,
  body: z.object({ reason }),
  response: Done,
  problems: {
    ...notFound,
    not_requested: { status: 409, detail: 'This account is not going to be deleted.' },
  },
});
