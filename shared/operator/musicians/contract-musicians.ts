import * as z from 'zod/mini';
import { endpoint } from '../../lib/endpoint.ts';
import { Id, Instant, SessionId, Text } from '../../lib/wire.ts';
import { PEOPLE_SEARCH_MAX } from '../rules-people.ts';
import * as calls from './calls-musicians.ts';
import { PAGE_STATES } from './rules-musicians.ts';

export const ListedMusician = z.object({
  id: Id,
  name: z.string(),
  avatar: z.nullable(z.string()),
  slug: z.string(),
  title: z.string(),
  page: z.enum(PAGE_STATES),
  /** By name, in the catalogue's order. */
  services: z.array(z.string()),
  /** The next time that can be booked; null: none. */
  next_free_at: z.nullable(Instant),
  /** The next booked session that has not begun; null: none. */
  next_session: z.nullable(z.object({ id: SessionId, starts_at: Instant })),
  /** Booked sessions that are not over, with a busy time of another calendar. */
  conflicts: z.int(),
});
export type ListedMusician = z.infer<typeof ListedMusician>;

export const listMusicians = endpoint({
  ...calls.listMusicians,
  summary: 'All musicians by name, 50 at a time',
  who: ['operator'],
  query: z.object({
    /** `next` of the page before. */
    after: z.optional(Id),
    /** Words that begin words of name, address or title, or the beginning of an id or slug. */
    q: z.optional(Text(PEOPLE_SEARCH_MAX)),
    page: z.optional(z.enum(PAGE_STATES)),
  }),
  response: z.object({ musicians: z.array(ListedMusician), next: z.nullable(Id) }),
});
