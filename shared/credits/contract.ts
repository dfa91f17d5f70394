import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
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

/** Which lines of the statement are shown (docs/product/credits.md#statement). */
export const STATEMENT_FILTERS = ['all', 'received', 'spent', 'expired'] as const;
export type StatementFilter = (typeof STATEMENT_FILTERS)[number];
const show = z._default(z.enum(STATEMENT_FILTERS, 'The statement shows no such kind of lines.'), 'all');

export const getStatement = endpoint({
  ...calls.getStatement,
  summary: 'Where my credits came from and went to, newest first',
  who: ['client'],
  query: z.object({ ...paging(50), show }),
  response: z.object({ statement: z.array(StatementLine), total: Total }),
});

export const getStatementCsv = endpoint({
  ...calls.getStatementCsv,
  summary: 'The same as a table for spreadsheets, all lines, newest first',
  who: ['client'],
  rateLimit: [perAccount('statement-csv', 30, 600)],
  query: z.object({ show }),
  response: z.unknown(),
  stream: 'text/csv; charset=utf-8',
});
