import type { PoolClient } from 'pg';
import { missing } from '../http/errors.ts';
import { eventFor, previousAttributes } from './events.ts';
import { newId } from './ids.ts';
import { clockOf, idOf, ownerOf, type Cause } from './reference.ts';
import { PREFIXES, type HiddenFor, type Kind, type Kinds } from './kinds.ts';
import { save, type Saved } from './save.ts';

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

/** The sandbox's objects within one transaction. Changes are written by `flush`, events with them. */
export class Work {
  readonly client: PoolClient;
  /** Seconds of the wall clock. */
  readonly now: number;
  /** Where the sandbox is reached, for the addresses of hosted pages. */
  readonly origin: string;
  readonly cause: Cause;
  private readonly held = new Map<string, Saved>();

  constructor(client: PoolClient, now: number, origin: string, cause: Cause) {
    this.client = client;
    this.now = now;
    this.origin = origin;
    this.cause = cause;
  }

  /** A new id, for `add`. */
  id(kind: Kind): string {
    return newId(PREFIXES[kind]);
  }

  /** The object of a kind, null where there is none or it was deleted. */
  async find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | null> {
    const held = this.held.get(id) ?? (await this.read([{ sql: 'id = $', values: [id] }], ''))[0];
    return held !== undefined && held.kind === kind && !held.deleted ? (held.data as Kinds[K]) : null;
  }

  /** The object of a kind; answers that there is none, naming the parameter. */
  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<Kinds[K]> {
    const found = await this.find(kind, id);
    if (found === null) throw missing(NAMES[kind] ?? kind, id, param);
    return found;
  }

  /** An object of any kind, deleted or not. */
  async any(id: string): Promise<{ kind: Kind; data: { id: string }; deleted: boolean } | null> {
    return this.held.get(id) ?? (await this.read([{ sql: 'id = $', values: [id] }], ''))[0] ?? null;
  }

  async select<K extends Kind>(
    kind: K,
    conditions: readonly Condition[],
    tail = 'order by seq',
  ): Promise<Kinds[K][]> {
    await this.flush();
    const all: Condition[] = [
      { sql: 'kind = $', values: [kind] },
      { sql: 'not deleted', values: [] },
    ];
    return (await this.read([...all, ...conditions], tail)).map((row) => row.data as Kinds[K]);
  }

  add<K extends Kind>(object: Kinds[K] & { object: K }, hidden?: HiddenFor<K>): Kinds[K] {
    this.held.set(object.id, {
      kind: object.object,
      data: object,
      hidden: hidden ?? {},
      deleted: false,
      written: null,
      told: null,
    });
    return object;
  }

  /** What is kept beside an object; may be changed. */
  hidden<K extends Kind>(object: Kinds[K] & { object: K }): HiddenFor<K> {
    return this.row(object.id).hidden as HiddenFor<K>;
  }

  /** Takes a whole new state over into an object. */
  replace<K extends Kind>(object: Kinds[K], next: Kinds[K]): void {
    Object.assign(object, next);
  }

  remove(object: { id: string }): void {
    this.row(object.id).deleted = true;
  }

  /** Adds an event with the object as it is now. */
  async emit(type: string, object: { id: string; object: string }): Promise<void> {
    const row = this.held.get(object.id);
    const snapshot = structuredClone(object);
    const previous =
      type.endsWith('.updated') && row?.told ? previousAttributes(row.told, snapshot) : undefined;
    if (row !== undefined) row.told = snapshot;
    const customer = ownerOf(object);
    const clock = object.object === 'test_helpers.test_clock' ? object.id : clockOf(object);
    const created = await this.timeOf(customer, clock);
    const event = eventFor(this.id('event'), type, created, snapshot, previous, this.cause);
    this.add(event, { customer });
  }

  /** Seconds now for a customer: its test clock's, else the wall clock's. */
  async timeOf(customer: string | null | undefined, clock?: string | null): Promise<number> {
    const found = clock ?? (customer ? await this.clockOf(customer) : null);
    if (found === null) return this.now;
    return (await this.find('test_helpers.test_clock', found))?.frozen_time ?? this.now;
  }

  /** The test clock of a customer. */
  async clockOf(customer: string): Promise<string | null> {
    const found = await this.any(customer);
    return found?.kind === 'customer' ? idOf((found.data as Kinds['customer']).test_clock) : null;
  }

  /** Writes all changes and the deliveries of new events. */
  async flush(): Promise<void> {
    await save(this.client, this.held, this.now);
  }

  private row(id: string): Saved {
    const row = this.held.get(id);
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
    const { rows } = await this.client.query<{
      id: string;
      kind: Kind;
      data: Saved['data'];
      hidden: object;
      deleted: boolean;
    }>(
      `select id, kind, data, hidden, deleted from sandbox_stripe.objects where ${where.join(' and ')} ${tail}`,
      values,
    );
    return rows.map((row) => {
      const known = this.held.get(row.id);
      if (known !== undefined) return known;
      const held: Saved = {
        kind: row.kind,
        data: row.data,
        hidden: row.hidden,
        deleted: row.deleted,
        written: JSON.stringify([row.data, row.hidden, row.deleted]),
        told: structuredClone(row.data),
      };
      this.held.set(row.id, held);
      return held;
    });
  }
}

/** Kinds whose error messages name them otherwise. */
const NAMES: Partial<Record<Kind, string>> = {
  payment_method: 'PaymentMethod',
  'test_helpers.test_clock': 'test clock',
};
