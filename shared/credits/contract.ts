import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, Total, paging } from '../lib/wire.ts';
import * as calls from './calls.ts';

/** One line of the statement (docs/product/credits.md#statement). */
export const StatementLine = z.object({
  id: Id,
  date: Instant,
  what: z.string(),
  /** The session that was paid for or refunded. */
  session_id: z.nullable(z.int()),
  /** Received (above 0) or spent (below 0). */
  credits: z.int(),
  /** All credits after this line. */
  balance: z.int(),
  /** When the credits of this line's lot expire; null: never. */
  expiry: z.nullable(Instant),
});
export type StatementLine = z.infer<typeof StatementLine>;

export const getStatement = endpoint({
  ...calls.getStatement,
  summary: 'Where my credits came from and went to, newest first',
  who: ['client'],
  query: z.object(paging(50)),
  response: z.object({ statement: z.array(StatementLine), total: Total }),
});
