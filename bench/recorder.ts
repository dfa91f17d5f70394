import { Client } from 'pg';

/** A statement as it went to the database. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Everything that goes to PostgreSQL from this process while `work` runs, in order: the product's own SQL, to be sent
 * again bare. Only what is on one connection at a time makes sense, so `work` must do one thing after the other.
 */
export async function record(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const prototype = Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function recorded(this: unknown, ...args: unknown[]) {
    const [first, second] = args;
    if (typeof first === 'string')
      statements.push({ text: first, values: Array.isArray(second) ? (second as unknown[]) : [] });
    else if (typeof first === 'object' && first !== null && 'text' in first)
      statements.push({
        text: String(first.text),
        values: 'values' in first ? (first.values as unknown[]) : [],
      });
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return statements;
}

/** A recorded parameter as text that means the same to PostgreSQL: instants are the only objects among them. */
export function sendable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sendable);
  return value instanceof Temporal.Instant ? value.toString() : value;
}
