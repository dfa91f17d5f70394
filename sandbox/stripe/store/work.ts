import { Objects, type Condition, type Place } from '../../lib/store/objects.ts';
export { equals, type Condition } from '../../lib/store/objects.ts';
import type { Reading, Saved } from '../../lib/store/save.ts';
import { missing } from '../http/errors.ts';
import { eventFor, previousAttributes } from './events.ts';
import { newId } from './ids.ts';
import { clockOf, customerOf, idOf, ownerOf, type Cause } from './reference.ts';
import { PREFIXES, type HiddenFor, type Kind, type Kinds } from './kinds.ts';

export const SCHEMA = 'sandbox_stripe';

const READING: Reading = {
  customer: ({ id, kind, data }) => (kind === 'customer' ? id : customerOf(data)),
  clock: ({ data }) => clockOf(data),
  eventType: (event) => (event as Kinds['event']).type,
};

/** The sandbox's objects within one transaction. Changes are written by `flush`, events with them. */
export class Work extends Objects {
  readonly cause: Cause;

  constructor(place: Place, cause: Cause) {
    super(place, SCHEMA, READING);
    this.cause = cause;
  }

  /** A new id, for `add`. */
  id(kind: Kind): string {
    return newId(PREFIXES[kind]);
  }

  /** The object of a kind, null where there is none or it was deleted. */
  async find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | null> {
    const held = await this.any(id);
    return held !== null && held.kind === kind && !held.deleted ? (held.data as Kinds[K]) : null;
  }

  /** The object of a kind; answers that there is none, naming the parameter. */
  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<Kinds[K]> {
    const found = await this.find(kind, id);
    if (found === null) throw missing(NAMES[kind] ?? kind, id, param);
    return found;
  }

  async select<K extends Kind>(
    kind: K,
    conditions: readonly Condition[],
    tail = 'order by seq',
  ): Promise<Kinds[K][]> {
    return (await this.rows(kind, conditions, tail)).map((row) => row.data as Kinds[K]);
  }

  add<K extends Kind>(object: Kinds[K] & { object: K }, hidden?: HiddenFor<K>): Kinds[K] {
    this.keep({ id: object.id, kind: object.object, data: object }, hidden ?? {});
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
    const row: Saved | undefined = this.held(object.id);
    const snapshot = structuredClone(object);
    const previous =
      type.endsWith('.updated') && row?.told ? previousAttributes(row.told(), snapshot) : undefined;
    if (row !== undefined) row.told = () => snapshot;
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
}

/** Kinds whose error messages name them otherwise. */
const NAMES: Partial<Record<Kind, string>> = {
  payment_method: 'PaymentMethod',
  'test_helpers.test_clock': 'test clock',
};
