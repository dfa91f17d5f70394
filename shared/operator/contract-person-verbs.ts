import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Done, Id } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { CREDITS_MAX, REASON_MAX } from './rules-people.ts';

const params = z.object({ id: Id });
const notFound = { not_found: { status: 404, detail: 'There is no such person.' } } as const;

export const endLogins = endpoint({
  ...calls.endLogins,
  summary: 'End all login sessions of a person',
  who: ['operator'],
  params,
  response: Done,
  problems: {
    ...notFound,
    no_logins: { status: 409, detail: 'This person is not signed in anywhere.' },
  },
});

const body = z.object({
  credits: z.int().check(z.minimum(1), z.maximum(CREDITS_MAX)),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(REASON_MAX)),
});
/** What the person has afterwards. */
const response = z.object({ total: z.int() });
const creditProblems = {
  ...notFound,
  no_credits_here: { status: 422, detail: 'Only clients and managed clients have credits.' },
} as const;

export const grantCredits = endpoint({
  ...calls.grantCredits,
  summary: 'Grant credits that do not expire, with a reason',
  who: ['operator'],
  idempotent: true,
  params,
  body,
  response,
  problems: creditProblems,
});

export const takeCredits = endpoint({
  ...calls.takeCredits,
  summary: 'Take back unspent credits that the studio has granted, with a reason',
  who: ['operator'],
  idempotent: true,
  params,
  body,
  response,
  problems: {
    ...creditProblems,
    not_enough_credits: {
      status: 409,
      detail:
        'This person has fewer unspent credits from the studio. Those that were paid for go by a refund.',
    },
  },
});
