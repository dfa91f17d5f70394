import type { PoolClient } from 'pg';
import { Objects, type Condition, type Place } from '../../lib/store/objects.ts';
import type { Reading } from '../../lib/store/save.ts';
import { notFound } from '../http/errors.ts';
import { newId } from './ids.ts';
import type { Event, HiddenFor, Kind, Kinds } from './kinds.ts';
import { link, time } from './values.ts';
export { equals, type Condition } from '../../lib/store/objects.ts';

export const SCHEMA = 'sandbox_paypal';

const READING: Reading = {
  customer: ({ kind, data, hidden }) =>
    kind === 'clock'
      ? (data as Kinds['clock']).person
      : ((hidden as { person?: string; customer?: string }).person ??
        (hidden as { customer?: string }).customer ??
        null),
  clock: () => null,
  eventType: (event) => (event as Event).event_type,
};

/** Seconds of the clock of a person who is known elsewhere; null: they are not. */
export type TimeElsewhere = (client: PoolClient, person: string) => Promise<number | null>;

const clockId = (person: string): string => `clock:${person}`;

/** PayPal's objects within one transaction. Changes are written by `flush`, events with them. */
export class Work extends Objects {
  private readonly elsewhere: TimeElsewhere;

  constructor(place: Place, elsewhere: TimeElsewhere) {
    super(place, SCHEMA, READING);
    this.elsewhere = elsewhere;
  }

  /** Where the API is. */
  get api(): string {
    return `${this.origin}/paypal`;
  }

  async find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | null> {
    const held = await this.any(id);
    return held !== null && held.kind === kind && !held.deleted ? (held.data as Kinds[K]) : null;
  }

  /** The object of a kind; answers that there is none. */
  async get<K extends Kind>(kind: K, id: string): Promise<Kinds[K]> {
    const found = await this.find(kind, id);
    if (found === null) throw notFound();
    return found;
  }

  async select<K extends Kind>(
    kind: K,
    conditions: readonly Condition[],
    tail = 'order by seq',
  ): Promise<Kinds[K][]> {
    return (await this.rows(kind, conditions, tail)).map((row) => row.data as Kinds[K]);
  }

  add<K extends Kind>(kind: K, id: string, data: Kinds[K], hidden: HiddenFor<K>): Kinds[K] {
    this.keep({ id, kind, data }, hidden);
    return data;
  }

  /** What is kept beside an object that was read or added before; may be changed. */
  hidden<K extends Kind>(_kind: K, id: string): HiddenFor<K> {
    return this.row(id).hidden as HiddenFor<K>;
  }

  remove(id: string): void {
    this.row(id).deleted = true;
  }

  /** Seconds now for a person: by their clock here; before it began by the one elsewhere, when that is ahead. */
  async timeOf(person: string): Promise<number> {
    const known = await this.find('clock', clockId(person));
    if (known !== null) return this.now + known.offset;
    return Math.max(this.now, (await this.elsewhere(this.client, person)) ?? 0);
  }

  /** A person's clock, which begins with their first use. */
  async clockOf(person: string): Promise<Kinds['clock']> {
    const id = clockId(person);
    const offset = (await this.timeOf(person)) - this.now;
    return (await this.find('clock', id)) ?? this.add('clock', id, { id, person, offset }, {});
  }

  /** Adds an event with the resource as it is now. */
  emit(
    event_type: string,
    { type, version }: { readonly type: string; readonly version?: '2.0' },
    summary: string,
    resource: object,
    person: string,
  ): void {
    const id = newId.event();
    const href = `${this.api}/v1/notifications/webhooks-events/${id}`;
    const event: Event = {
      id,
      event_version: '1.0',
      create_time: time(this.now),
      resource_type: type,
      ...(version === undefined ? {} : { resource_version: version }),
      event_type,
      summary,
      resource: structuredClone(resource),
      links: [link(href, 'self'), link(`${href}/resend`, 'resend', 'POST')],
    };
    this.add('event', id, event, { customer: person });
  }
}
