import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPartner } from '../../../shared/catalogue/contract.ts';
import { getMe } from '../../../shared/me/contract.ts';
import { listSessions } from '../../../shared/sessions/contract.ts';
import { grant } from '../../credits/steps.ts';
import { openDatabase, type Database } from '../../db/database.ts';
import { startEmbedded } from '../../db/embedded/launcher.ts';
import { transaction } from '../../db/transaction.ts';
import { systemClock } from '../../lib/clock.ts';
import { freeTriple } from '../../lifecycle/free-port.ts';
import { startServer, type ServerProcess } from '../../lifecycle/testing.ts';
import { onThisMachine } from '../busy.ts';
import { Facts } from './facts.ts';
import { signIn, type Insistent, type Place } from './person.ts';
import { clientsWork, musiciansWork, partsWork, type Stage } from './work.ts';

/** How often each of the two is killed; the build server kills each ten times, `KILLS=100 npm run test:kill` is the long form. */
const KILLS = Number(process.env['KILLS'] ?? 10);
/** Everything answers again within this time: most of the times, since the machine has other things to do as well. */
const BACK_MS = 3000;

let dir: string;
let place: Place;
let port: number;
let server: ServerProcess;
let db: Database;
const facts = new Facts();
const pids: number[] = [];

/** Everybody works until they are to wait; nobody is in the middle of anything while they do. */
const gate = { open: Promise.resolve(true), waiting: 0, over: false };
let letOn: (on: boolean) => void = () => {};
const close = (): void => {
  gate.open = new Promise((resolve) => {
    letOn = resolve;
  });
};
const goOn = async (): Promise<boolean> => {
  gate.waiting += 1;
  try {
    return (await gate.open) && !gate.over;
  } finally {
    gate.waiting -= 1;
  }
};
const workers: Promise<void>[] = [];
let failure: unknown;

const start = async (): Promise<void> => {
  server = startServer({ DATA_DIR: dir, PORT: String(port), DEMO: 'on' });
  pids.push(server.process.pid ?? 0);
  await server.ready();
};

const isReady = async (): Promise<boolean> => {
  try {
    return (await fetch(`${place.origin}/readyz`, { signal: AbortSignal.timeout(1000) })).status === 200;
  } catch {
    return false;
  }
};

/** The last things that the server itself found wrong. */
const faults = (): string =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"fault"'))
    .slice(-3)
    .join('\n');

/** Waits for a condition, as long as nobody's work has failed. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + onThisMachine(30_000);
  while (!(await holds())) {
    if (failure !== undefined) throw new Error(`work failed: ${faults()}`, { cause: failure });
    if (performance.now() > deadline) throw new Error(`it never came about that ${what}`);
    await wait(5);
  }
}

/** Lets everybody work until some more has been answered, and then a moment that differs each time. */
async function someWork(): Promise<void> {
  const wanted = facts.count + 1 + Math.floor(Math.random() * 8);
  letOn(true);
  await until('something was answered', () => facts.count >= wanted);
  await wait(Math.random() * 60);
}

/** Lets everybody finish what they are at and holds the studio against what it has said. */
async function judge(): Promise<void> {
  close();
  await until('everybody waits', () => gate.waiting === workers.length);
  await db.deleteFrom('rate_counters').execute();
  expect(await facts.wrong(db)).toEqual([]);
}

async function give(who: Insistent): Promise<void> {
  const { body } = await who.ask(getMe, {});
  const personId = body.user.id;
  const now = systemClock.now();
  const given = {
    personId,
    source: 'operator',
    amount: 100_000,
    expiresAt: null,
    grantKey: `kill:${personId}`,
    now,
  } as const;
  await transaction({ db, now }, async (tx) => ({ ok: true, value: await grant(tx, given) }));
}

beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-kill-'));
  fs.chmodSync(dir, 0o711);
  port = await freeTriple();
  place = { origin: `http://localhost:${port}`, asked: 0, again: 0 };
  await start();
  const { target } = await startEmbedded({ dataDir: dir });
  db = openDatabase(target, { max: 4 });

  const partners = { ...place, origin: `http://localhost:${port + 1}` };
  const clients = await Promise.all(
    ['client@demo.test', 'client2@demo.test'].map((email) => signIn(place, email)),
  );
  const sender = await signIn(place, 'annual@demo.test');
  const musician = await signIn(partners, 'partner@demo.test');
  for (const who of [...clients, sender]) await give(who);
  const { user } = (await musician.ask(getMe, {})).body;
  const { partner } = (await musician.ask(getPartner, { params: { id: user.id } })).body;
  const stage: Stage = { facts, musician: { id: user.id, slug: partner.slug }, goOn };
  close();
  const [client] = clients;
  const upcoming = await client?.ask(listSessions, { query: { group: 'upcoming' } });
  const far = upcoming?.body.sessions.at(-1)?.id;
  if (client === undefined || far === undefined) throw new Error('the demo has no upcoming session');
  workers.push(
    ...[...clients, sender].map((who) => clientsWork(who, stage)),
    musiciansWork(musician, stage),
    partsWork(client, far, stage),
  );
  for (const worker of workers)
    worker.catch((error: unknown) => {
      failure ??= error;
    });
});

afterAll(async () => {
  gate.over = true;
  letOn(false);
  await Promise.allSettled(workers);
  await db?.destroy();
  await server?.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

interface Back {
  readonly what: string;
  readonly times: number[];
}

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

function tell({ what, times }: Back): void {
  console.log(
    `${what} killed ${times.length} times: back after ${median(times).toFixed(0)} ms (median), ${Math.max(...times).toFixed(0)} ms (longest); ` +
      `${facts.count} answers kept, ${place.again} of ${place.asked} calls asked again`,
  );
}

describe('killed in the middle of bookings, messages, uploads and status changes', () => {
  test(
    `the server, ${KILLS} times: nothing it answered is missing, nothing half done shows, it is back within 3 s`,
    async () => {
      const back: Back = { what: 'The server', times: [] };
      for (let n = 0; n < KILLS; n += 1) {
        await someWork();
        server.process.kill('SIGKILL');
        await server.exit();
        const begun = performance.now();
        await start();
        await until('the studio is ready', isReady);
        back.times.push(performance.now() - begun);
        await judge();
      }
      tell(back);
      expect(median(back.times)).toBeLessThan(onThisMachine(BACK_MS));
    },
    KILLS * 60_000,
  );

  test(
    `the database, ${KILLS} times: the same, and nobody has to lend a hand`,
    async () => {
      const back: Back = { what: 'The database', times: [] };
      for (let n = 0; n < KILLS; n += 1) {
        await someWork();
        const pid = postmaster();
        process.kill(pid, 'SIGKILL');
        const begun = performance.now();
        await until('another database runs', () => postmaster() !== pid);
        await until('the studio is ready', isReady);
        back.times.push(performance.now() - begun);
        await judge();
      }
      tell(back);
      expect(median(back.times)).toBeLessThan(onThisMachine(BACK_MS));
      expect(server.process.exitCode).toBe(null);
    },
    KILLS * 60_000,
  );
});

/** The process id in the database's own note; 0 while there is none. */
function postmaster(): number {
  const file = path.join(dir, 'postgres/postmaster.pid');
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0;
}
