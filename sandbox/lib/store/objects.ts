import type { PoolClient } from 'pg';
import { loaded, save, type Hidden, type Reading, type Saved } from './save.ts';

/** A condition on a column or on the text at a path of the object. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The object's text at a path equals a value. */
export const equals = (path: string, value: string | number | boolean): Condition => ({
  sql: `data #>> '{${path.replaceAll('.', ',')}}' = $`,
  values: [String(value)],
});

/** Where and when objects are read and written. */
export interface Place {
  readonly client: PoolClient;
  /** Seconds of the wall clock. */
  readonly now: number;
  /** Where the sandbox is reached, for the addresses of hosted pages. */
  readonly origin: string;
}

/** The objects of one provider within one transaction. Changes are written by `flush`, deliveries of new events with them. */
export class Objects implements Place {
  readonly client: PoolClient;
  readonly now: number;
  readonly origin: string;
  readonly schema: string;
  private readonly reading: Reading;
  private readonly all = new Map<string, Saved>();

  constructor({ client, now, origin }: Place, schema: string, reading: Reading) {
    this.client = client;
    this.now = now;
    this.origin = origin;
    this.schema = schema;
    this.reading = reading;
  }

  /** Writes all changes and the deliveries of new events. */
  async flush(): Promise<void> {
    await save(this, this.all, this.reading);
  }

  /** The object, deleted or not, of whatever kind. */
  async any(id: string): Promise<Saved | null> {
    return this.all.get(id) ?? (await this.read([{ sql: 'id = $', values: [id] }], ''))[0] ?? null;
  }

  protected keep(row: Pick<Saved, 'id' | 'kind' | 'data'>, hidden: Hidden): void {
    this.all.set(row.id, { ...row, hidden, deleted: false, written: null, told: null });
  }

  protected async rows(kind: string, conditions: readonly Condition[], tail: string): Promise<Saved[]> {
    await this.flush();
    const always: Condition[] = [
      { sql: 'kind = $', values: [kind] },
      { sql: 'not deleted', values: [] },
    ];
    return this.read([...always, ...conditions], tail);
  }

  /** An object that was read or added before. */
  protected held(id: string): Saved | undefined {
    return this.all.get(id);
  }

  protected row(id: string): Saved {
    const row = this.all.get(id);
    if (row === undefined) throw new Error(`${id} is not held by this work`);
    return row;
  }

  private async read(conditions: readonly Condition[], tail: string): Promise<Saved[]> {
    const values: unknown[] = [];
    const where = conditions.map(({ sql, values: given }) => {
      let at = 0;
      return sql.replaceAll('$', () => {
        values.push(given[at]);
        at += 1;
        return `$${values.length}`;
      });
    });
    const { rows } = await this.client.query<Saved>(
      `select id, kind, data, hidden, deleted from ${this.schema}.objects where ${where.join(' and ')} ${tail}`,
      values,
    );
    return rows.map((row) => {
      const held = this.all.get(row.id) ?? loaded(row);
      this.all.set(row.id, held);
      return held;
    });
  }
}
