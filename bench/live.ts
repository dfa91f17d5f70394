import http from 'node:http';
import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#server/lib/ids.ts';
import type { TestPerson } from '#test/api/people.ts';
import { postMessage } from '#shared/messages/contract.ts';
import { events } from '#shared/notifications/contract.ts';
import { makeInside, type Inside } from './inside.ts';
import { end, memoryOf, quantile, startStudio, printResult } from './harness.ts';

const SESSIONS = 500;
/** Streams of each of the two sides, as of people with several browsers. */
const STREAMS_EACH = 5;
/** One address may post 300 messages a minute. */
const MESSAGES = 250;
const PAUSE_MS = 40;
const SETTLE_MS = 3000;
const LIMIT_MS = 150;

/** A session, its people and its conversation. */
interface SessionThread {
  readonly id: number;
  readonly threadId: string;
  readonly client: TestPerson;
  readonly partner: TestPerson;
}

/** Latency of a message to its two readers, and memory per stream, with 5,000 open streams. */
export async function benchLive(server: string): Promise<void> {
  const inside = await makeInside(server, 'live');
  const threads = await makeThreads(inside);
  const studio = await startStudio(inside.url);
  const port = Number(new URL(studio.origin).port);
  await fetch(`${studio.origin}/readyz`);
  await wait(SETTLE_MS);
  const before = memoryOf(studio.pid).now;

  const listeners = new Map<number, (reader: string) => void>();
  const streams: http.ClientRequest[] = [];
  for (const { id, client, partner } of threads)
    for (let n = 0; n < STREAMS_EACH; n += 1)
      streams.push(
        ...(await Promise.all([
          follow(port, client, id, () => listeners.get(id)?.(`client ${n}`)),
          follow(port + 1, partner, id, () => listeners.get(id)?.(`partner ${n}`)),
        ])),
      );
  await wait(SETTLE_MS);
  const each = ((memoryOf(studio.pid).now - before) * 1024) / streams.length;

  const [took, answered]: [number[], number[]] = [[], []];
  for (const talk of threads.slice(0, MESSAGES)) {
    const arrivals = Promise.withResolvers<void>();
    const begun = performance.now();
    const heard = new Set<string>();
    listeners.set(talk.id, (reader) => {
      if (!heard.has(reader)) took.push(performance.now() - begun);
      if (heard.add(reader).size === 2 * STREAMS_EACH) arrivals.resolve();
    });
    await post(studio.origin, talk);
    answered.push(performance.now() - begun);
    await arrivals.promise;
    listeners.delete(talk.id);
    await wait(PAUSE_MS);
  }
  const load = os.loadavg()[0]?.toFixed(1);
  console.log(`\nLive updates, ${streams.length} open streams on one process, load of the machine ${load}`);
  const [middle, late] = [quantile(took, 0.5), quantile(took, 0.99)];
  const limit = `${LIMIT_MS} ms`;
  printResult(
    'a message sent to its ten readers, median',
    `${middle.toFixed(0)} ms`,
    limit,
    middle / LIMIT_MS,
    'below 1',
  );
  printResult('the same, p99', `${late.toFixed(0)} ms`, limit, late / LIMIT_MS, 'below 1');
  const sent = quantile(answered, 0.5);
  printResult("the sender's own answer, median", `${sent.toFixed(0)} ms`, limit, sent / LIMIT_MS, '–');
  console.log(`  memory of a stream: ${each.toFixed(0)} KiB`);
  for (const stream of streams) stream.destroy();
  await end(studio.server.process);
  await inside.close();
}

/** Sessions of distinct clients and musicians, inserted directly. */
async function makeThreads({ db, studio, people }: Inside): Promise<SessionThread[]> {
  const talks: SessionThread[] = [];
  const now = Temporal.Instant.fromEpochMilliseconds(Date.now());
  for (let n = 0; n < SESSIONS; n += 1) {
    const [client, partner] = [await studio.makeClient({ credits: 0 }), await people.make('partner')];
    await db
      .insertInto('musicians')
      .values({ person_id: partner.id, slug: `musician-${n}`, zone: 'UTC' })
      .execute();
    const { id } = await db
      .insertInto('sessions')
      .values({
        client_id: client.id,
        musician_id: partner.id,
        service_id: studio.service('recording'),
        phase: 'booked',
        status: 'client_files_upload_required',
        starts_at: now.add({ hours: 240 }),
        ends_at: now.add({ hours: 241 }),
        duration: 30,
        price: 1,
        created_at: now,
        booked_at: now,
        last_update: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const threadId = newId();
    await db.insertInto('threads').values({ id: threadId, session_id: id, created_at: now }).execute();
    talks.push({ id, threadId, client, partner });
  }
  return talks;
}

/** Opens a person's stream; resolves when it is open. */
function follow(
  port: number,
  person: TestPerson,
  id: number,
  onMessage: () => void,
): Promise<http.ClientRequest> {
  const headers = { host: `localhost:${port}`, cookie: person.cookie };
  return new Promise((resolve, reject) => {
    const request = http.get(
      { host: '127.0.0.1', port, path: events.path, headers, agent: false },
      (response) => {
        response.setEncoding('utf8').on('data', (text: string) => {
          if (text.includes(`{"kind":"message","session_id":${id}}`)) onMessage();
        });
        response.on('error', () => {});
        resolve(request);
      },
    );
    request.on('error', reject);
  });
}

async function post(origin: string, { threadId, client }: SessionThread): Promise<void> {
  const answer = await fetch(origin + postMessage.path, {
    method: 'POST',
    headers: { origin, cookie: client.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ thread_id: threadId, body: 'Hello' }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the message was answered ${answer.status}`);
}
