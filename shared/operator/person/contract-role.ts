import * as z from 'zod/mini';
import { endpoint } from '../../lib/endpoint.ts';
import { Done, Id, Text } from '../../lib/wire.ts';
import { REASON_MAX, ROLES } from '../rules-people.ts';
import * as calls from './calls-person.ts';
import { OBSTACLES } from './rules-role.ts';

const params = z.object({ id: Id });
const notFound = { not_found: { status: 404, detail: 'There is no such person.' } } as const;

export const getRoleChanges = endpoint({
  ...calls.getRoleChanges,
  summary: 'The roles that a person could have, and what has to be done before',
  who: ['operator'],
  params,
  response: z.object({
    role: z.enum(ROLES),
    /** Whether they are or were a musician: their page is there. */
    was_musician: z.boolean(),
    changes: z.array(z.object({ to: z.enum(ROLES), obstacles: z.array(z.enum(OBSTACLES)) })),
  }),
  problems: notFound,
});

export const changeRole = endpoint({
  ...calls.changeRole,
  summary: 'Give a person another role, with a reason; they are signed out everywhere',
  who: ['operator'],
  idempotent: true,
  params,
  body: z.object({
    /** The role that the operator saw. */
    from: z.enum(ROLES),
    to: z.enum(ROLES),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(REASON_MAX)),
    /** Of somebody who becomes a musician for the first time. */
    musician: z.optional(z.object({ slug: Text(255), title: Text(255) })),
  }),
  response: Done,
  problems: {
    ...notFound,
    role_changed: { status: 409, detail: 'This person has another role by now. Please look again.' },
    open: { status: 409, detail: 'Something has to be done before.' },
    slug_taken: { status: 409, detail: 'Another musician has this name in addresses.' },
    same_role: { status: 422, detail: 'This person has that role already.' },
    invalid: { status: 422, detail: 'Please check the form.' },
  },
});
