import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { ListedSession } from './contract-sessions.ts';
import { ROLES } from './rules-people.ts';
import { SEARCHED, SEARCH_MAX } from './rules-search.ts';

const Named = z.object({ id: Id, name: z.string() });

export const searchConsole = endpoint({
  ...calls.searchConsole,
  summary: 'People, musicians, sessions and invoices that fit what is typed, a few of each',
  who: ['operator'],
  query: z.object({ q: Text(SEARCH_MAX), of: z._default(z.enum(SEARCHED), 'everything') }),
  response: z.object({
    /** All but musicians. */
    people: z.array(z.object({ ...Named.shape, email: z.string(), role: z.enum(ROLES) })),
    musicians: z.array(z.object({ ...Named.shape, email: z.string(), slug: z.string() })),
    sessions: z.array(ListedSession),
    invoices: z.array(
      z.object({
        id: Id,
        number: z.string(),
        kind: z.enum(['invoice', 'credit_note']),
        issued_at: Instant,
        total_cents: z.int(),
        person: Named,
      }),
    ),
  }),
});
