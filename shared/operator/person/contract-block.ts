import * as z from 'zod/mini';
import { endpoint } from '../../lib/endpoint.ts';
import { Done, Id } from '../../lib/wire.ts';
import { REASON_MAX } from '../rules-people.ts';
import * as calls from './calls-person.ts';

const params = z.object({ id: Id });
const body = z.object({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(REASON_MAX)),
});
const notFound = { not_found: { status: 404, detail: 'There is no such person.' } } as const;

export const blockPerson = endpoint({
  ...calls.blockPerson,
  summary: 'Block a person: they are signed out at once and cannot sign in, with a reason',
  who: ['operator'],
  params,
  body,
  response: Done,
  problems: {
    ...notFound,
    blocked_already: { status: 409, detail: 'This person is blocked already.' },
    own_account: { status: 409, detail: 'You cannot block yourself.' },
    last_operator: {
      status: 409,
      detail: 'This is the last operator who can sign in. Invite another one first.',
    },
  },
});

export const unblockPerson = endpoint({
  ...calls.unblockPerson,
  summary: 'Let a blocked person sign in again, with a reason',
  who: ['operator'],
  params,
  body,
  response: Done,
  problems: { ...notFound, not_blocked: { status: 409, detail: 'This person is not blocked.' } },
});
