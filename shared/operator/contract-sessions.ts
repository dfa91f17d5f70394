import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Day, Id, Instant, SessionId } from '../lib/wire.ts';
import { SESSION_STATUSES } from '../sessions/rules-status.ts';
import * as calls from './calls.ts';
import { WHENS } from './rules-sessions.ts';

const Status = z.enum(SESSION_STATUSES);
const Named = z.object({ id: Id, name: z.string() });

export const ListedSession = z.object({
  id: SessionId,
  starts_at: Instant,
  ends_at: Instant,
  /** As it stands now. */
  status: Status,
  service: z.string(),
  client: Named,
  musician: Named,
  /** In credits. */
  price: z.int(),
});
export type ListedSession = z.infer<typeof ListedSession>;

export const listSessions = endpoint({
  ...calls.listSessions,
  summary: 'All sessions without holds, 50 at a time',
  who: ['operator'],
  query: z.object({
    /** `next` of the page before. */
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2147483647))),
    status: z.optional(Status),
    /** Not over yet, starting today, starting within 7 days from today, over. */
    when: z.optional(z.enum(WHENS)),
    /** Starting on a day in the operator's zone; instead of `when`. */
    day: z.optional(Day),
    client: z.optional(Id),
    musician: z.optional(Id),
    service: z.optional(Id),
  }),
  response: z.object({
    sessions: z.array(ListedSession),
    /** For the next page; null: there is none. */
    next: z.nullable(SessionId),
    /** All that a `service` can be. */
    services: z.array(z.object({ id: Id, label: z.string() })),
    /** Those by whom it is filtered; null: by nobody, or by somebody unknown. */
    client: z.nullable(Named),
    musician: z.nullable(Named),
  }),
});
