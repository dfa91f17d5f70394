import { sql } from 'kysely';
import { Client } from 'pg';
import * as harness from './harness.ts';
import * as insides from './inside.ts';
import { CLIENTS, makeSide, MUSICIANS, WIDTHS } from './rates.ts';

const { median, printResult, ROUNDS, runConcurrently } = harness;
const PRICE = 1;

/** A verb as one function, with the locks, claims, session and credits of a booking, and nothing else that the studio does. */
const FUNCTIONS = `
  create function far_prebook(client uuid, slot uuid, service uuid, at timestamptz) returns integer language plpgsql as $$
  declare
    chosen slots;
    session integer;
  begin
    perform from people where id = client for no key update;
    select * into chosen from slots where id = slot;
    perform from musicians where person_id = chosen.musician_id for no key update;
    insert into sessions (client_id, musician_id, service_id, phase, status, starts_at, ends_at, duration, price, held_until,
        created_at, last_update)
      values (client, chosen.musician_id, service, 'hold', 'prebooked', chosen.starts_at, chosen.ends_at, 30, ${PRICE},
        at + interval '15 minutes', at, at)
      returning id into session;
    insert into slot_claims (slot_id, session_id, musician_id, during, held_until)
      values (slot, session, chosen.musician_id, chosen.during, at + interval '15 minutes');
    return session;
  end $$;
  create function far_confirm(client uuid, session integer, at timestamptz) returns void language plpgsql as $$
  begin
    perform from people where id = client for no key update;
    perform from musicians where person_id = (select musician_id from sessions where id = session) for no key update;
    update slot_claims set held_until = null where session_id = session and held_until > at;
    update sessions set phase = 'booked', status = 'partner_ready_to_go', held_until = null, booked_at = at, last_update = at
      where id = session and phase = 'hold';
    insert into credit_entries (id, lot_id, delta, reason, session_id, at)
      select gen_random_uuid(), id, -${PRICE}, 'spend', session, at from credit_lots
      where person_id = client and remaining >= ${PRICE} order by id limit 1 for no key update;
  end $$`;

/** Bookings a second by the two functions, over as many bare connections as there are people at once. */
async function makeFar(server: string) {
  const { url, db, studio, close } = await insides.makeInside(server, 'far');
  await sql.raw(FUNCTIONS).execute(db);
  const service = studio.service('recording');
  const clients: string[] = [];
  for (let nr = 0; nr < CLIENTS; nr += 1) clients.push((await studio.makeClient({ credits: 1000 })).id);
  const lines: string[][] = [];
  for (let nr = 0; nr < MUSICIANS; nr += 1)
    lines.push((await studio.slotsOf(await studio.makeMusician())).slice(8).map(({ id }) => id));
  const connections = Array.from({ length: 32 }, () => new Client({ connectionString: url }));
  for (const connection of connections) await connection.connect();
  let next = 0;
  return {
    async rate(width: number, count: number): Promise<number> {
      const numbers = Array.from({ length: count }, () => (next += 1));
      const seconds = await runConcurrently(width, numbers, async (nr, lane) => {
        const slot = lines[nr % MUSICIANS]?.shift();
        const connection = connections[lane];
        if (slot === undefined || connection === undefined)
          throw new Error('the benchmark has run out of times');
        const client = clients[nr % CLIENTS];
        const at = new Date();
        const { rows } = await connection.query<{ id: number }>({
          name: 'prebook',
          text: 'select far_prebook($1, $2, $3, $4) as id',
          values: [client, slot, service, at],
        });
        const values = [client, rows[0]?.id, at];
        await connection.query({ name: 'confirm', text: 'select far_confirm($1, $2, $3)', values });
      });
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from sessions where phase = 'booked'`.execute(db);
      if (rows[0]?.n !== next) throw new Error(`${rows[0]?.n} of ${next} were booked`);
      return count / seconds;
    },
    async end() {
      for (const connection of connections) await connection.end();
      await close();
    },
  };
}

/** Bookings over HTTP beside the far limit: the same claims by one SQL function for each verb, from the same driver. */
export async function benchFar(server: string): Promise<void> {
  const ours = await makeSide(server, 'beside far', insides, harness, false);
  const far = await makeFar(server);
  console.log('\nBookings a second over HTTP beside one SQL function for each verb, in turn');
  for (const [width, count] of WIDTHS) {
    const [own, limits]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      await ours.settle();
      const rates = [await ours.rate(width, count, []), await far.rate(width, 2 * count)] as const;
      // The first round warms both.
      if (round > 0) for (const [index, list] of [own, limits].entries()) list.push(rates[index] ?? 0);
    }
    const [value, limit] = [median(own), median(limits)];
    printResult(
      `${width} at once`,
      `${value.toFixed(0)} /s`,
      `${limit.toFixed(0)} /s`,
      value / limit,
      '0.1 for one',
    );
  }
  await ours.end();
  await far.end();
}
