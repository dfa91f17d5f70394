import { DatabaseError, Query, type Connection, type QueryResult } from 'pg';
import utils from 'pg/lib/utils.js';

/** A statement as a client's `query` takes it; a name keeps it prepared. */
export interface Sendable {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string | undefined;
}

/** How the columns of a statement are read. */
interface Shape {
  readonly columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
  readonly empty: Readonly<Record<string, null>>;
}

/** What a connection knows of its prepared statements. */
export interface PreparedStatements {
  /** Those that it has, by name, each with its columns once they are known; null: it returns no rows. */
  readonly shapes: Map<string, Shape | null | undefined>;
  /** Of these it does not know, since what prepared them failed. */
  readonly unsure: Set<string>;
  /** How a value of a type is read. */
  parserOf(type: number): (text: string) => unknown;
}

type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;

interface Member extends Sendable {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  /** Whether it was prepared with this batch. */
  parsed: boolean;
}

/** Each of these may wait for others, so its answer is not kept back until the end of the batch. */
const mayWait = (text: string): boolean => / for (no key )?update\b|pg_advisory/.test(text);

/** A statement was not executed, because one before it in its batch has failed. */
export class Skipped extends DatabaseError {
  override readonly code = '25P02';
  override readonly severity = 'ERROR';
  constructor() {
    super('an earlier statement of its batch has failed', 0, 'error');
  }
}

/**
 * Statements that are sent at once and end with one Sync (docs/decisions/0094-one-sync-for-statements-sent-together.md):
 * after one that fails none of them is executed. Of a prepared statement whose columns are known no description is asked.
 */
export class Batch extends Query {
  readonly statements: Member[] = [];
  readonly #prepared: PreparedStatements;
  /** The index of the statement that is answered next. */
  #next = 0;
  #rows: unknown[] = [];
  #shape: Shape | null = null;
  #unreadable: unknown;

  constructor(prepared: PreparedStatements) {
    super({ text: '' });
    this.#prepared = prepared;
  }

  add(statement: Sendable): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.statements.push({ ...statement, resolve, reject, parsed: false });
    });
  }

  override submit = (connection: Connection): void => {
    const { stream } = connection;
    stream.cork();
    try {
      for (const [index, member] of this.statements.entries()) {
        this.#send(connection, member);
        if (index + 1 < this.statements.length && mayWait(member.text)) connection.flush();
      }
    } finally {
      connection.sync();
      stream.uncork();
    }
  };

  #send(connection: Connection, member: Member): void {
    const { shapes, unsure } = this.#prepared;
    const { name = '', text, values } = member;
    if (name === '' || !shapes.has(name)) {
      if (unsure.delete(name)) connection.close({ type: 'S', name }, false);
      connection.parse({ name, text, types: [] }, false);
      member.parsed = true;
      if (name !== '') shapes.set(name, undefined);
    }
    // `valueMapper` makes texts of them.
    const bound = { statement: name, values: values as string[], valueMapper: utils.prepareValue };
    connection.bind(bound, false);
    if (name === '' || shapes.get(name) === undefined) connection.describe({ type: 'P' }, false);
    connection.execute(null, false);
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#shape = {
      columns: fields.map(({ name, dataTypeID }) => ({ name, parse: this.#prepared.parserOf(dataTypeID) })),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const shape = this.#shape ?? this.#prepared.shapes.get(this.statements[this.#next]?.name ?? '');
    const row: Record<string, unknown> = { ...shape?.empty };
    try {
      let at = 0;
      for (const { name, parse } of shape?.columns ?? []) {
        const text = fields[at++] ?? null;
        if (text !== null) row[name] = parse(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#unreadable = error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const member = this.statements[this.#next];
    if (member?.name !== undefined && this.#prepared.shapes.get(member.name) === undefined)
      this.#prepared.shapes.set(member.name, this.#shape);
    const [command = '', ...numbers] = text.split(' ');
    const count = numbers.at(-1);
    if (this.#unreadable !== undefined) member?.reject(this.#unreadable);
    else member?.resolve({ command, rowCount: count === undefined ? null : Number(count), rows: this.#rows });
    this.#next += 1;
    this.#rows = [];
    this.#shape = null;
    this.#unreadable = undefined;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** One statement failed, or the connection broke. */
  handleError(error: unknown): void {
    const isAnswer = error instanceof DatabaseError;
    const left = this.statements.slice(this.#next);
    this.#next = this.statements.length;
    for (const [index, member] of left.entries()) {
      const { name, parsed } = member;
      const isGone = index === 0 && isAnswer && error.code === '26000';
      if (name !== undefined && (parsed || isGone)) {
        this.#prepared.shapes.delete(name);
        this.#prepared.unsure.add(name);
      }
      member.reject(index === 0 || !isAnswer ? error : new Skipped());
    }
  }

  handleReadyForQuery(): void {
    if (this.#next < this.statements.length) this.handleError(new Error('a batch ended without all answers'));
  }
}

/** A read without a semicolon is one statement. */
export const SINGLE_READ = /^\s*select\b[^;]*$/i;

/**
 * The arguments of `query` as one statement that can be part of a batch; null for what may be several statements or is no
 * plain one.
 */
export function asStatement([first, values, ...rest]: readonly unknown[]): Sendable | null {
  if (rest.length > 0) return null;
  if (typeof first === 'object' && first !== null)
    return 'name' in first && 'text' in first && 'values' in first ? (first as Sendable) : null;
  if (typeof first !== 'string') return null;
  if (Array.isArray(values) && values.length > 0) return { text: first, values };
  const isEmpty = values === undefined || (Array.isArray(values) && values.length === 0);
  return isEmpty && SINGLE_READ.test(first) ? { text: first, values: [] } : null;
}
