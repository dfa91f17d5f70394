import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { preparingClient } from '#server/db/prepared.ts';
import type { TestPerson } from '#test/api/people.ts';
import { roundTrips, type RoundTrips } from '#test/api/round-trips.ts';
import { confirm, prebook } from '#shared/booking/contract.ts';
import { makeInside } from './inside.ts';
import { runConcurrently, end, median, quantile, ROUNDS, startStudio, printResult } from './harness.ts';
import { record, sendable, type Statement } from './recorder.ts';

/** People who book at once, and bookings per round. */
const WIDTHS = [
  [1, 40],
  [8, 80],
  [32, 160],
] as const;
const MUSICIANS = 40;
const CLIENTS = 400;
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** Client, musician and slot of a booking. */
interface Booking {
  readonly client: TestPerson;
  readonly slot: {
    readonly id: string;
    readonly starts: string;
    readonly ends: string;
    readonly musician: string;
  };
}

/** The SQL of one booking as the product sends it, and its ids. */
interface Recorded {
  readonly statements: readonly Statement[];
  readonly booking: Booking;
  readonly sessionId: number;
  readonly serviceId: string;
  /** The credit lot of each client. */
  readonly lots: ReadonlyMap<string, string>;
}

/**
 * Bookings per second over HTTP beside the same SQL sent bare by as many connections, and the 99th percentile of calls.
 */
export async function benchBooking(server: string): Promise<void> {
  const inside = await makeInside(server, 'booking');
  const { studio, db } = inside;
  const serviceId = studio.service('recording');
  const clients: TestPerson[] = [];
  for (let n = 0; n < CLIENTS; n += 1) clients.push(await studio.makeClient({ credits: 1000 }));
  const queues: Booking['slot'][][] = [];
  for (let n = 0; n < MUSICIANS; n += 1) {
    const musician = await studio.makeMusician();
    const slots = await studio.slotsOf(musician);
    queues.push(
      slots.slice(8, 300).map(({ id, starts_at, ends_at }) => ({
        id,
        starts: starts_at.toString(),
        ends: ends_at.toString(),
        musician: musician.id,
      })),
    );
  }
  let next = 0;
  /** The next bookings; consecutive ones are of different musicians and clients. */
  const take = (count: number): Booking[] =>
    Array.from({ length: count }, () => {
      const slot = queues[next % MUSICIANS]?.shift();
      const client = clients[next % CLIENTS];
      next += 1;
      if (slot === undefined || client === undefined) throw new Error('the benchmark has run out of times');
      return { client, slot };
    });

  const post = async (path: string, booking: Booking, body: object) => {
    const { statusCode, body: text } = await inside.app.http.inject({
      method: 'POST',
      url: path,
      headers: { host: 'localhost:4000', origin: 'http://localhost:4000', cookie: booking.client.cookie },
      payload: body,
    });
    if (statusCode !== 201) throw new Error(`${path} answered ${statusCode}: ${text}`);
    return (JSON.parse(text) as { session: { id: number } }).session.id;
  };
  const [first] = take(1);
  if (first === undefined) throw new Error('there is nothing to book');
  let sessionId = 0;
  let trips: RoundTrips = [];
  const statements = await record(async () => {
    trips = await roundTrips(async () => {
      sessionId = await post(prebook.path, first, prebookOf(first, serviceId));
      await post(confirm.path, first, confirmOf(sessionId));
    });
  });
  const lots = new Map(
    (await db.selectFrom('credit_lots').select(['person_id', 'id']).execute()).map((lot) => [
      lot.person_id,
      lot.id,
    ]),
  );
  const recorded: Recorded = { statements, booking: first, sessionId, serviceId, lots };

  const running = await startStudio(inside.url);
  const times: number[] = [];
  const overHttp = async (width: number, bookings: readonly Booking[]): Promise<number> => {
    const call = async (path: string, { client }: Booking, body: object) => {
      const begun = performance.now();
      const answer = await fetch(running.origin + path, {
        method: 'POST',
        headers: { origin: running.origin, cookie: client.cookie, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${text}`);
      if (width === 32) times.push(performance.now() - begun);
      return (JSON.parse(text) as { session: { id: number } }).session.id;
    };
    const seconds = await runConcurrently(width, bookings, async (booking) => {
      const id = await call(prebook.path, booking, prebookOf(booking, serviceId));
      await call(confirm.path, booking, confirmOf(id));
    });
    return bookings.length / seconds;
  };
  // Prepared like the product's connections.
  const Bare = preparingClient();
  const connections = await Promise.all(
    Array.from({ length: 32 }, async () => {
      const client = new Bare({ connectionString: inside.url });
      // When a measurement fails the database ends before these connections.
      client.on('error', () => {});
      await client.connect();
      await client.query('set timezone to utc');
      return client;
    }),
  );
  const bare = async (width: number, bookings: readonly Booking[]): Promise<number> => {
    const seconds = await runConcurrently(width, bookings, async (booking, lane) => {
      const connection = connections[lane];
      if (connection) await replay(connection, recorded, booking);
    });
    return bookings.length / seconds;
  };

  const sent = `${statements.length} statements in ${trips.length} round trips`;
  console.log(`\nBooking: prebook and confirm (${sent}), bookings a second`);
  for (const [width, count] of WIDTHS) {
    const http: number[] = [];
    const sql: number[] = [];
    await overHttp(width, take(count));
    await bare(width, take(count));
    times.length = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      http.push(await overHttp(width, take(count)));
      sql.push(await bare(width, take(count)));
    }
    const [value, limit] = [median(http), median(sql)];
    printResult(
      `${width} at once`,
      `${value.toFixed(0)} /s`,
      `${limit.toFixed(0)} /s`,
      value / limit,
      '0.45',
    );
  }
  console.log(
    `  32 at once, one call: ${quantile(times, 0.5).toFixed(1)} ms (median), ${quantile(times, 0.99).toFixed(1)} ms (p99, aim 40)`,
  );
  for (const connection of connections) await connection.end();
  await end(running.server.process);
  await inside.close();
}

const prebookOf = ({ slot }: Booking, service_id: string) => ({
  slots: [slot.id],
  primary_slot: slot.id,
  options: { service_id },
});

const confirmOf = (session_id: number) => ({
  session_id,
  session_info: { title: 'Song' },
  deliverables: { files_format: 'WAV', attendance: true },
});

/** Replays the recorded SQL for another booking, with its people, times and slot and with new ids. */
async function replay(
  connection: Client,
  { statements, booking, sessionId, serviceId, lots }: Recorded,
  other: Booking,
): Promise<void> {
  const swaps = new Map<string, unknown>([
    [serviceId, serviceId],
    [lots.get(booking.client.id) ?? '', lots.get(other.client.id)],
    [booking.client.id, other.client.id],
    [booking.slot.id, other.slot.id],
    [booking.slot.musician, other.slot.musician],
    [booking.slot.starts, other.slot.starts],
    [booking.slot.ends, other.slot.ends],
  ]);
  const swap = (value: unknown, isNew: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => swap(one, isNew));
    if (typeof value === 'number') return swaps.get(String(value)) ?? value;
    if (typeof value !== 'string') return value;
    if (swaps.has(value)) return swaps.get(value);
    if (!isNew || !UUID.test(value)) return value;
    const fresh = randomUUID();
    swaps.set(value, fresh);
    return fresh;
  };
  for (const { text, values } of statements) {
    const isInsert = /^\s*insert/i.test(text);
    const { rows } = await connection.query(
      text,
      values.map((value) => swap(sendable(value), isInsert)),
    );
    const [row] = rows as { id?: unknown }[];
    if (/nextval/.test(text) && typeof row?.id === 'number') swaps.set(String(sessionId), row.id);
  }
}
