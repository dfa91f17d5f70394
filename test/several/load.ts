import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { systemClock } from '#server/lib/clock.ts';
import type { TestMusician, TestSlot } from '../api/studio.ts';
import { Caller, Tally } from './caller.ts';
import type { Cluster } from './cluster.ts';
import { CONTRACTS } from './contracts.ts';

/** Late enough that no reminder is due. */
const FIRST_DAY = 3;

/** What was acknowledged to those who book. */
export class Load {
  readonly tally = new Tally();
  /** Titles by session. */
  readonly booked = new Map<number, string>();
  readonly messages: string[] = [];
  /** Those of the booked sessions that were cancelled. */
  readonly cancelled = new Set<number>();
  /** Holds that somebody else was faster for. */
  taken = 0;
  /** Answers that no call should have had. */
  readonly wrong: string[] = [];
  isOver = false;
  readonly #cluster: Cluster;
  readonly #slots: readonly TestSlot[];

  private constructor(cluster: Cluster, slots: readonly TestSlot[]) {
    this.#cluster = cluster;
    this.#slots = slots;
  }

  /** Load on so many days of a few musicians: on few of them many want the same. */
  static async on(cluster: Cluster, musicians: readonly TestMusician[], days: number): Promise<Load> {
    const now = systemClock.now();
    const [from, to] = [FIRST_DAY, FIRST_DAY + days].map((day) => now.add({ hours: 24 * day })) as [
      Temporal.Instant,
      Temporal.Instant,
    ];
    const all = await Promise.all(musicians.map((one) => cluster.studio.slotsOf(one)));
    const within = ({ starts_at }: TestSlot): boolean =>
      Temporal.Instant.compare(starts_at, from) > 0 && Temporal.Instant.compare(starts_at, to) < 0;
    return new Load(cluster, all.flat().filter(within));
  }

  /** Signed-in clients with credits enough. */
  async callers(count: number, contracts = CONTRACTS): Promise<Caller[]> {
    const { studio } = this.#cluster;
    const people = await Promise.all(
      Array.from({ length: count }, () => studio.makeClient({ credits: 200 })),
    );
    return people.map((person) => new Caller(this.#cluster.browser(person), this.tally, contracts));
  }

  /**
   * Books so many sessions, writes in each, and changes the profile now and then; ends early when the load is over.
   * `then` is done with each session.
   */
  async bookMany(caller: Caller, wanted: number, then?: (session: number) => Promise<void>): Promise<void> {
    const { updateMe, listSessions } = caller.contracts;
    for (let done = 0; done < wanted && !this.isOver;) {
      const id = await this.#bookOne(caller);
      if (id === null) continue;
      done += 1;
      const user = { country: id % 2 === 0 ? 'PT' : 'DE' };
      this.expect([200], 'profile', await caller.call(updateMe, { body: { user } }));
      this.expect([200], 'sessions', await caller.call(listSessions, { query: { group: 'upcoming' } }));
      await then?.(id);
    }
  }

  async #bookOne(caller: Caller): Promise<number | null> {
    const { prebook, confirm, postMessage } = caller.contracts;
    const slot = this.#slots[Math.floor(Math.random() * this.#slots.length)];
    if (slot === undefined) throw new Error('there is nothing to book');
    const options = { service_id: this.#cluster.studio.service('recording') };
    const hold = { slots: [slot.id], primary_slot: slot.id, options };
    const held = await caller.call(prebook, { body: hold, key: randomUUID() });
    this.expect([201, 409], 'hold', held);
    if (held.status !== 201) {
      this.taken += 1;
      return null;
    }
    const title = `Take ${randomUUID()}`;
    const form = {
      session_id: held.body.session.id,
      session_info: { title },
      deliverables: { files_format: 'WAV', attendance: true },
    };
    const booked = await caller.call(confirm, { body: form, key: randomUUID() });
    this.expect([201], 'booking', booked);
    if (booked.status !== 201) return null;
    const { id, thread_id } = booked.body.session;
    this.booked.set(id, title);
    const text = `Message ${randomUUID()}`;
    const written = { thread_id: thread_id ?? '', body: text };
    this.expect([201], 'message', await caller.call(postMessage, { body: written, key: randomUUID() }));
    this.messages.push(text);
    return id;
  }

  /** Notes an answer that the call should not have had. */
  expect(right: readonly number[], what: string, { status, body }: { status: number; body: unknown }): void {
    if (!right.includes(status)) this.wrong.push(`${what}: ${status} ${JSON.stringify(body)}`);
  }

  /** What was acknowledged and is not there, or is there twice. */
  async problems(): Promise<string[]> {
    const { rows } = await sql<{ title: string; n: number; phase: string }>`
      select title, count(*)::int as n, min(phase) as phase from sessions where title is not null group by title`.execute(
      this.#cluster.db,
    );
    const sessions = new Map(rows.map((row) => [row.title, row]));
    const messages = await sql<{ body: string; n: number }>`
      select body, count(*)::int as n from messages group by body`.execute(this.#cluster.db);
    const written = new Map(messages.rows.map(({ body, n }) => [body, n]));
    return [
      ...[...this.booked].flatMap(([id, title]) => {
        const row = sessions.get(title);
        const phase = this.cancelled.has(id) ? 'cancelled' : 'booked';
        return row?.n === 1 && row.phase === phase
          ? []
          : [`session ${id} is there ${row?.n ?? 0} times, ${row?.phase ?? 'nowhere'}`];
      }),
      ...this.messages
        .filter((text) => written.get(text) !== 1)
        .map((text) => `'${text}' is there ${written.get(text) ?? 0} times`),
    ];
  }
}
