import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { TestPerson } from '#test/api/people.ts';
import { confirm, prebook } from '#shared/booking/contract.ts';
import { cpuSecondsOf, end, printResult, quantile, runConcurrently, startStudio } from './harness.ts';
import { makeInside, type Inside } from './inside.ts';

const PEOPLE = 2000;
const MUSICIANS = 10;
const SLOTS_EACH = 20;
const AIM_MS = 10_000;
/** As often as a browser does. */
const MAX_REPEATS = 5;

/** How a person's wish ended. */
interface Outcome {
  readonly end: string;
  /** From the opening to the last answer. */
  readonly ms: number;
  readonly repeats: number;
}

/** A person, with the connection that their browser has open, and the slot that they want. */
interface Wish {
  readonly person: TestPerson;
  readonly agent: http.Agent;
  readonly slot: string;
}

async function makeWishes({ studio }: Inside): Promise<Wish[]> {
  const slots: string[] = [];
  for (let nr = 0; nr < MUSICIANS; nr += 1) {
    const own = await studio.slotsOf(await studio.makeMusician());
    slots.push(...own.slice(8, 8 + SLOTS_EACH).map(({ id }) => id));
  }
  const wishes: Wish[] = [];
  const numbers = Array.from({ length: PEOPLE }, (_, nr) => nr);
  await runConcurrently(8, numbers, async (nr) => {
    const person = await studio.makeClient({ credits: 10 });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    wishes.push({ person, agent, slot: slots[nr % slots.length] ?? '' });
  });
  return wishes;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: number;
  readonly json: { readonly code?: string; readonly session?: { readonly id: number } };
}

async function send(origin: string, { person, agent }: Wish, path: string, body?: object): Promise<Answer> {
  const request = http.request(origin + path, {
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: { origin, cookie: person.cookie, 'content-type': 'application/json' },
  });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
  const retryAfter = Number(answer.headers['retry-after'] ?? 1);
  return { status: answer.statusCode ?? 0, retryAfter, json: JSON.parse(text) as Answer['json'] };
}

/** Holds the slot and books it; repeats what is refused as busy, as browsers do. */
async function book(origin: string, wish: Wish, serviceId: string): Promise<Outcome> {
  const begun = performance.now();
  let repeats = 0;
  const call = async (path: string, body: object): Promise<Answer> => {
    for (let nr = 0; ; nr += 1) {
      const answer = await send(origin, wish, path, body);
      if (answer.json.code !== 'busy' || nr >= MAX_REPEATS) return answer;
      repeats += 1;
      await wait(answer.retryAfter * (1 + Math.random()) * 1000);
    }
  };
  const ended = (how: string): Outcome => ({ end: how, ms: performance.now() - begun, repeats });
  const held = await call(prebook.path, {
    slots: [wish.slot],
    primary_slot: wish.slot,
    options: { service_id: serviceId },
  });
  if (held.status !== 201) return ended(held.json.code ?? String(held.status));
  const booked = await call(confirm.path, {
    session_id: held.json.session?.id,
    session_info: { title: 'Song' },
    deliverables: { files_format: 'WAV', attendance: true },
  });
  return ended(booked.status === 201 ? 'booked' : (booked.json.code ?? String(booked.status)));
}

/** 2,000 people want 200 slots at one instant, each by prebook and confirm; somebody else reads Explore meanwhile. */
export async function benchRush(server: string): Promise<void> {
  const inside = await makeInside(server, 'rush');
  const serviceId = inside.studio.service('recording');
  const wishes = await makeWishes(inside);
  const reader = await inside.studio.makeClient();
  const running = await startStudio(inside.url);
  const { origin } = running;
  // Their browsers are connected, and the process is as warm as one that has run for a while.
  await runConcurrently(32, wishes, async (wish) => void (await send(origin, wish, '/healthz')));
  await runConcurrently(
    8,
    wishes.slice(0, 200),
    async (wish) => void (await send(origin, wish, '/api/users/me')),
  );

  const explore = new Worker(new URL('./rush-reader.ts', import.meta.url), {
    workerData: { url: `${origin}/api/partners?size=9`, cookie: reader.cookie },
  });
  const failed = once(explore, 'error').then(([error]) => {
    throw error;
  });
  await wait(1000);
  const cpuBefore = cpuSecondsOf(running.pid);
  const outcomes = await Promise.race([
    Promise.all(wishes.map((wish) => book(origin, wish, serviceId))),
    failed,
  ]);
  const cpu = cpuSecondsOf(running.pid) - cpuBefore;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  explore.postMessage('stop');
  const [reads] = (await once(explore, 'message')) as [number[]];

  const ends = Object.entries(Object.groupBy(outcomes, (outcome) => outcome.end));
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from sessions where phase = 'booked'`.execute(inside.db);
  const times = outcomes.map(({ ms }) => ms);
  console.log(`\nA rush: ${PEOPLE} people want ${MUSICIANS * SLOTS_EACH} slots at one instant`);
  console.log(
    `  ends: ${ends.map(([how, list]) => `${how} ${list?.length}`).join(', ')}; booked in the database: ${rows[0]?.n}`,
  );
  console.log(`  repeated after 'busy': ${outcomes.reduce((sum, { repeats }) => sum + repeats, 0)} calls`);
  console.log(`  CPU of the studio's process: ${cpu.toFixed(1)} s`);
  const last = quantile(times, 1);
  printResult('the last answer', `${(last / 1000).toFixed(1)} s`, `${AIM_MS / 1000} s`, last / AIM_MS, '1');
  const middle = quantile(times, 0.5);
  printResult('the median', `${(middle / 1000).toFixed(1)} s`, `${AIM_MS / 1000} s`, middle / AIM_MS, '-');
  const p99 = quantile(reads, 0.99);
  printResult(`Explore beside it, p99 of ${reads.length}`, `${p99.toFixed(0)} ms`, '50 ms', p99 / 50, '1');
  console.log(`  Explore's median: ${quantile(reads, 0.5).toFixed(1)} ms`);
  for (const { agent } of wishes) agent.destroy();
  await end(running.server.process);
  await inside.close();
}
