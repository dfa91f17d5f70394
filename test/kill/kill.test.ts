import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPartner } from '#shared/catalogue/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { listSessions } from '#shared/sessions/contract.ts';
import { grant } from '#server/credits/steps.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/launcher.ts';
import { transaction } from '#server/db/transaction.ts';
import { systemClock } from '#server/lib/clock.ts';
import { freePort } from '#server/lib/free-port.ts';
import { startServer, type ServerProcess } from '../api/server-process.ts';
import { onThisMachine } from '../api/busy.ts';
import { Confirmed } from './confirmed.ts';
import { PASSWORD, signIn, type RetryingClient, type Target } from './retrying-client.ts';
import { summary, measureRecovery, slowRecoveries, type Counts, type Recovery } from './recovery.ts';
import { runClient, runMusician, runPartsUploader, type WorkContext } from './work.ts';

/** Kills of each of the two; ten by default, `KILLS=100 npm run test:kill` is the long form. */
const KILLS = Number(process.env['KILLS'] ?? 10);
/** Time within which everything responds again, on an idle machine. */
const BACK_MS = 3000;

let dir: string;
let place: Target;
let port: number;
let server: ServerProcess;
let db: Database;
const facts = new Confirmed();
const pids: number[] = [];

/** Pauses all workers between two calls. */
const gate = { open: Promise.resolve(true), waiting: 0, over: false };
let letOn: (on: boolean) => void = () => {};
const close = (): void => {
  gate.open = new Promise((resolve) => {
    letOn = resolve;
  });
};
const mayContinue = async (): Promise<boolean> => {
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
  server = startServer({ DATA_DIR: dir, PORT: String(port), DEMO: 'on', DEMO_PASSWORD: PASSWORD });
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

/** The server's last logged errors. */
const faults = (): string =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"fault"'))
    .slice(-3)
    .join('\n');

/** Waits for a condition; fails when a worker failed. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + onThisMachine(30_000);
  while (!(await holds())) {
    if (failure !== undefined) throw new Error(`work failed: ${faults()}`, { cause: failure });
    if (performance.now() > deadline) throw new Error(`it never came about that ${what}`);
    await wait(5);
  }
}

/** Lets all work until some more is confirmed, plus a random moment. */
async function someWork(): Promise<void> {
  const wanted = facts.count + 1 + Math.floor(Math.random() * 8);
  letOn(true);
  await until('something was answered', () => facts.count >= wanted);
  await wait(Math.random() * 60);
}

/** Resolves when no call is in flight. */
const allWait = (): Promise<void> => until('everybody waits', () => gate.waiting === workers.length);

/** Pauses all workers and compares the studio with its confirmations. */
async function check(): Promise<void> {
  close();
  await allWait();
  await db.deleteFrom('rate_counters').execute();
  await db.deleteFrom('hold_log').execute();
  expect(await facts.problems(db)).toEqual([]);
}

async function give(who: RetryingClient): Promise<void> {
  const { body } = await who.call(getMe, {});
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
  port = await freePort(3);
  place = { origin: `http://localhost:${port}`, calls: { total: 0, immediate: 0, retried: 0, retries: 0 } };
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
  const { user } = (await musician.call(getMe, {})).body;
  const [client] = clients;
  const shown = await client?.call(getPartner, { params: { id: user.id } });
  if (shown === undefined) throw new Error('the demo has no client');
  const stage: WorkContext = {
    confirmed: facts,
    musician: { id: user.id, slug: shown.body.partner.slug },
    mayContinue,
  };
  close();
  const upcoming = await client?.call(listSessions, { query: { group: 'upcoming' } });
  const far = upcoming?.body.sessions.at(-1)?.id;
  if (client === undefined || far === undefined) throw new Error('the demo has no upcoming session');
  workers.push(
    ...[...clients, sender].map((who) => runClient(who, stage)),
    runMusician(musician, stage),
    runPartsUploader(client, far, stage),
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

const counts = (): Counts => ({ confirmations: facts.counts, calls: { ...place.calls } });

/** Kills something repeatedly, checks the studio each time, and reports slow returns. */
async function killing(
  what: string,
  kill: () => Promise<void>,
  comeBack: () => Promise<void>,
): Promise<string[]> {
  await allWait();
  const from = counts();
  const returns: Recovery[] = [];
  for (let n = 0; n < KILLS; n += 1) {
    await someWork();
    await kill();
    returns.push(await measureRecovery(comeBack));
    await check();
  }
  const to = counts();
  console.log(summary(what, { recoveries: returns, limitMs: BACK_MS, from, to }));
  expect(to.calls.immediate + to.calls.retried).toBe(to.calls.total);
  return slowRecoveries(returns, BACK_MS);
}

async function killServer(): Promise<void> {
  server.process.kill('SIGKILL');
  await server.exit();
}

describe('killed in the middle of bookings, messages, uploads and status changes', () => {
  test(
    `the server, ${KILLS} times: nothing it answered is missing, nothing half done shows, each time it is back within 3 s of a quiet machine`,
    async () => {
      const late = await killing('The server', killServer, async () => {
        await start();
        await until('the studio is ready', isReady);
      });
      expect(late).toEqual([]);
    },
    KILLS * 60_000,
  );

  test(
    `the database, ${KILLS} times: the same, and nobody has to lend a hand`,
    async () => {
      let pid = 0;
      const kill = async (): Promise<void> => {
        pid = postmaster();
        process.kill(pid, 'SIGKILL');
      };
      const late = await killing('The database', kill, async () => {
        await until('another database runs', () => postmaster() !== pid);
        await until('the studio is ready', isReady);
      });
      expect(late).toEqual([]);
      expect(server.process.exitCode).toBe(null);
    },
    KILLS * 60_000,
  );
});

/** The pid in the database's pid file; 0 without one. */
function postmaster(): number {
  const file = path.join(dir, 'postgres/postmaster.pid');
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0;
}
