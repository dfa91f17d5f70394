import * as z from 'zod/mini';
import { USER_STATUSES } from '../billing/rules.ts';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { ACCOUNT_STATES, PEOPLE_SEARCH_MAX, ROLES } from './rules-people.ts';

const Role = z.enum(ROLES);
const MembershipStatus = z.enum(USER_STATUSES);

export const ListedPerson = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  avatar: z.nullable(z.string()),
  account: z.enum(ACCOUNT_STATES),
  /** null: not a client. */
  membership: z.nullable(MembershipStatus),
  /** Since when there is an account. */
  created_at: Instant,
});
export type ListedPerson = z.infer<typeof ListedPerson>;

export const listPeople = endpoint({
  ...calls.listPeople,
  summary: 'Everybody with an account, newest first, 50 at a time',
  who: ['operator'],
  query: z.object({
    /** `next` of the page before. */
    after: z.optional(Id),
    /** Words that begin words of name or address, or the beginning of an id. */
    q: z.optional(Text(PEOPLE_SEARCH_MAX)),
    role: z.optional(Role),
    account: z.optional(z.enum(ACCOUNT_STATES)),
    /** Of clients. */
    membership: z.optional(MembershipStatus),
  }),
  response: z.object({
    people: z.array(ListedPerson),
    /** For the next page; null: there is none. */
    next: z.nullable(Id),
  }),
});
