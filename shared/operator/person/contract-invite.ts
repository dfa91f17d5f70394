import * as z from 'zod/mini';
import { endpoint } from '../../lib/endpoint.ts';
import { Done, Id, Text } from '../../lib/wire.ts';
import { INVITED_ROLES } from '../rules.ts';
import * as calls from './calls-person.ts';

const Name = z.object({ value: z.string(), label: z.string() });

export const listCatalogueNames = endpoint({
  ...calls.listCatalogueNames,
  summary: 'The services and instruments that a new musician may have, by their names in the catalogue',
  who: ['operator'],
  response: z.object({ services: z.array(Name), instruments: z.array(Name) }),
});

/** More than a catalogue has. */
const Names = z.array(Text(255)).check(z.maxLength(200));

export const invitePerson = endpoint({
  ...calls.invitePerson,
  summary: 'Make an account for an operator, a musician or a managed client, and mail them a link to it',
  who: ['operator'],
  idempotent: true,
  body: z.object({
    role: z.enum(INVITED_ROLES),
    email: Text(254),
    name: Text(255),
    zone: Text(64),
    /** Needed for a further operator. */
    another: z._default(z.boolean(), false),
    /** For musicians. */
    musician: z.optional(
      z.object({ slug: Text(255), title: Text(255), services: Names, instruments: Names }),
    ),
  }),
  response: z.object({ id: Id, email: z.string(), name: z.string() }),
  problems: {
    invalid: { status: 422, detail: 'Please check the form.' },
    operator_exists: {
      status: 409,
      detail: 'The studio has an operator already. Confirm that it is to have one more.',
    },
    email_taken: { status: 409, detail: 'This address has an account already.' },
    slug_taken: { status: 409, detail: 'Another musician has this name in addresses.' },
  },
});

export const admitPerson = endpoint({
  ...calls.admitPerson,
  summary: 'Let somebody in from the waiting list, and tell them by mail',
  who: ['operator'],
  params: z.object({ id: Id }),
  response: Done,
  problems: {
    not_found: { status: 404, detail: 'There is no such person.' },
    not_waiting: { status: 409, detail: 'This person does not wait: the account is open.' },
    blocked: { status: 409, detail: 'This person is blocked.' },
  },
});

export const inviteAgain = endpoint({
  ...calls.inviteAgain,
  summary: 'Mail an invited person a new link to choose a password; the former one is void',
  who: ['operator'],
  params: z.object({ id: Id }),
  response: Done,
  problems: {
    not_found: { status: 404, detail: 'There is no such person.' },
    not_invited: {
      status: 409,
      detail: 'This person has signed in or chosen a password already. They get in by the login.',
    },
  },
});
