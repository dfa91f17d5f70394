import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, Total, paging } from '../lib/wire.ts';

/** One line of the statement (decisions 7): when, what, how many credits, what there was then, and until when they last. */
export const StatementLine = z.object({
  id: Id,
  date: Instant,
  what: z.string(),
  /** The session that was paid or given back. */
  session_id: z.nullable(z.int()),
  /** What came (above 0) or went (below 0). */
  credits: z.int(),
  /** All credits after this line. */
  balance: z.int(),
  /** Until when the credits of this line's lot last; null: for ever. */
  expiry: z.nullable(Instant),
});
export type StatementLine = z.infer<typeof StatementLine>;

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/v2/credits/statement',
  summary: 'Where my credits came from and went to, newest first',
  who: ['client'],
  query: z.object(paging(50)),
  answer: z.object({ statement: z.array(StatementLine), total: Total }),
});
