import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import type { TestPerson } from '#test/api/people.ts';
import { confirm, prebook } from '#shared/booking/contract.ts';
import * as harness from './harness.ts';
import * as insides from './inside.ts';

const { cpuSecondsOf, median, quantile, ROUNDS, runConcurrently } = harness;

/** People who book at once, and bookings per round. */
export const WIDTHS = [
  [1, 60],
  [8, 200],
  [32, 300],
] as const;
export const MUSICIANS = 30;
export const CLIENTS = 200;

/** One of those that are compared: a studio of its own on a database of its own. */
interface Side {
  readonly name: string;
  /** Bookings a second; adds to `times` how long each call took. */
  rate(width: number, count: number, times: number[]): Promise<number>;
  /** Waits until all queues are empty. */
  settle(): Promise<void>;
  /** CPU seconds of its process. */
  cpu(): number;
  end(): Promise<void>;
}

/** Fills a database and starts a studio on it; `holdBack` leaves its jobs undone. */
export async function makeSide(
  server: string,
  name: string,
  { makeInside }: typeof insides,
  { startStudio, end }: typeof harness,
  holdBack: boolean,
): Promise<Side> {
  const { url, db, studio, close } = await makeInside(server, `rates_${name.replaceAll(/\W/g, '_')}`);
  const service_id = studio.service('recording');
  const clients: TestPerson[] = [];
  for (let nr = 0; nr < CLIENTS; nr += 1) clients.push(await studio.makeClient({ credits: 1000 }));
  const lines: string[][] = [];
  for (let nr = 0; nr < MUSICIANS; nr += 1)
    lines.push((await studio.slotsOf(await studio.makeMusician())).slice(8).map(({ id }) => id));
  // Jobs are written as ever, and never due.
  if (holdBack)
    await sql
      .raw(
        `create function jobs.hold_back() returns trigger language plpgsql as
          $$ begin new.start_after := now() + interval '1 day'; return new; end $$;
        create trigger hold_back before insert on jobs.job_common for each row execute function jobs.hold_back()`,
      )
      .execute(db);
  const running = await startStudio(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  let next = 0;
  const call = async (to: string, cookie: string, body: object): Promise<number> => {
    const headers = { origin: running.origin, cookie, 'content-type': 'application/json' };
    const request = http.request(running.origin + to, { agent, method: 'POST', headers });
    request.end(JSON.stringify(body));
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
    if (answer.statusCode !== 201) throw new Error(`${name}: ${to} answered ${answer.statusCode}: ${text}`);
    return (JSON.parse(text) as { session: { id: number } }).session.id;
  };
  return {
    name,
    async rate(width, count, times) {
      const timed = async (to: string, cookie: string, body: object): Promise<number> => {
        const begun = performance.now();
        const id = await call(to, cookie, body);
        times.push(performance.now() - begun);
        return id;
      };
      const numbers = Array.from({ length: count }, () => (next += 1));
      const seconds = await runConcurrently(width, numbers, async (nr) => {
        const slot = lines[nr % MUSICIANS]?.shift();
        const cookie = clients[nr % CLIENTS]?.cookie ?? '';
        if (slot === undefined) throw new Error('the benchmark has run out of times');
        const hold = { slots: [slot], primary_slot: slot, options: { service_id } };
        const session_id = await timed(prebook.path, cookie, hold);
        const deliverables = { files_format: 'WAV', attendance: true };
        await timed(confirm.path, cookie, { session_id, session_info: { title: 'Song' }, deliverables });
      });
      return count / seconds;
    },
    async settle() {
      for (;;) {
        const { rows } = await sql<{ n: number }>`
          select count(*)::integer as n from jobs.job
          where state < 'completed' and start_after <= now()`.execute(db);
        if (rows[0]?.n === 0) return;
        await wait(50);
      }
    },
    cpu: () => cpuSecondsOf(running.pid),
    async end() {
      agent.destroy();
      await end(running.server.process);
      await close();
    },
  };
}

/**
 * Bookings (prebook and confirm over HTTP) of this tree, of this tree with its queues held back, and, where BEFORE names
 * the folder of another tree with its dependencies, of that one: in turn, with empty queues before each.
 */
export async function benchRates(server: string): Promise<void> {
  const before = process.env['BEFORE'];
  const sides = [
    await makeSide(server, 'this tree', insides, harness, false),
    await makeSide(server, 'its queues held back', insides, harness, true),
  ];
  if (before !== undefined) {
    const load = (file: string): Promise<unknown> => import(pathToFileURL(path.resolve(before, file)).href);
    const other = (await load('bench/inside.ts')) as typeof insides;
    sides.push(
      await makeSide(server, 'before', other, (await load('bench/harness.ts')) as typeof harness, false),
    );
  }
  console.log('\nBookings a second over HTTP, sides in turn, queues empty before each');
  for (const [width, count] of WIDTHS) {
    const results = sides.map((side) => ({ side, rates: [] as number[], times: [] as number[], cpu: 0 }));
    for (const { side } of results) await side.rate(width, count, []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const result of results) {
        // All sides, since each works its queues on the same processor.
        for (const { side } of results) await side.settle();
        const begun = result.side.cpu();
        result.rates.push(await result.side.rate(width, count, result.times));
        result.cpu += result.side.cpu() - begun;
      }
    }
    const [first] = results;
    for (const { side, rates, times, cpu } of results) {
      const own = median(rates);
      const part = median(first?.rates ?? []) / own;
      const ms = (cpu / (ROUNDS * count)) * 1000;
      console.log(
        `  ${String(width).padStart(2)} at once, ${side.name.padEnd(22)} ${own.toFixed(0).padStart(5)} /s  this tree ÷ it ${part.toFixed(2)}  a call ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms  CPU of a booking ${ms.toFixed(1)} ms`,
      );
    }
  }
  for (const side of sides) await side.end();
}
