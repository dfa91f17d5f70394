import { Client } from 'pg';
import { sentBy } from '#test/api/sent.ts';

/** A statement as it was sent. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Records all SQL of this process while `work` runs, in order. `work` must not run statements in parallel. */
export async function record(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const prototype = Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function recorded(this: unknown, ...args: unknown[]) {
    for (const { text, values } of sentBy(args)) statements.push({ text, values });
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return statements;
}

/** A recorded parameter as text with the same meaning to PostgreSQL; the only objects are instants. */
export function sendable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sendable);
  return value instanceof Temporal.Instant ? value.toString() : value;
}
