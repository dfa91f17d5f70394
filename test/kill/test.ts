import { setTimeout as wait } from 'node:timers/promises';
import { expect, test as base } from 'vitest';
import { getPartner } from '#shared/catalogue/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { listSessions } from '#shared/sessions/contract.ts';
import { grant } from '#server/credits/steps.ts';
import type { Database } from '#server/db/database.ts';
import { transaction } from '#server/db/transaction.ts';
import { systemClock } from '#server/lib/clock.ts';
import { onThisMachine } from '../api/busy.ts';
import { Confirmed } from './confirmed.ts';
import { measureRecovery, slowRecoveries, summary, type Counts, type Recovery } from './recovery.ts';
import { signIn, type RetryingClient } from './retrying-client.ts';
import { KillableStudio } from './studio.ts';
import { runClient, runMusician, runPartsUploader } from './work.ts';
import { Workers } from './workers.ts';
import { often } from '../thorough.ts';

/** Kills of each of the two; `KILLS=100 npm run test:kill` is the long form. */
export const KILLS = often('KILLS', { thorough: 6, quick: 2 });
/** Time within which everything responds again, on an idle machine. */
const RECOVERY_MS = 3000;

/** What is killed: how, and how it comes back. */
interface Killed {
  readonly name: string;
  readonly kill: () => Promise<void>;
  readonly recover: () => Promise<void>;
}

/** `test` with a demo studio in which clients and a musician work. */
export const test = base
  .extend('studio', { scope: 'file' }, async ({}, { onCleanup }) => {
    const studio = await KillableStudio.start();
    onCleanup(() => studio.close());
    return studio;
  })
  .extend('confirmed', { scope: 'file' }, () => new Confirmed())
  .extend('workers', { scope: 'file' }, async ({ studio, confirmed }, { onCleanup }) => {
    const workers = new Workers();
    onCleanup(() => workers.end());
    await startWork(studio, confirmed, workers);
    return workers;
  })
  /** Waits for a condition; fails when a worker failed. */
  .extend(
    'waitUntil',
    { scope: 'file' },
    ({ studio, workers }) =>
      async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
        const deadline = performance.now() + onThisMachine(30_000);
        while (!(await holds())) {
          const { failure } = workers;
          if (failure !== undefined)
            throw new Error(`work failed: ${reasonOf(failure)}; ${studio.report()}`, { cause: failure });
          if (performance.now() > deadline)
            throw new Error(`it never came about that ${what}; ${studio.report()}`);
          await wait(5);
        }
      },
  )
  /** Kills something repeatedly, checks the studio each time, and returns slow recoveries. */
  .extend(
    'killRepeatedly',
    { scope: 'file' },
    ({ studio, confirmed, workers, waitUntil }) =>
      async ({ name, kill, recover }: Killed): Promise<string[]> => {
        await waitUntil('everybody waits', () => workers.areIdle());
        const from = countsOf(studio, confirmed);
        const recoveries: Recovery[] = [];
        for (let n = 0; n < KILLS; n += 1) {
          const wanted = confirmed.count + 1 + Math.floor(Math.random() * 8);
          workers.resume();
          await waitUntil('something was answered', () => confirmed.count >= wanted);
          await wait(Math.random() * 60);
          await kill();
          recoveries.push(await measureRecovery(recover));
          workers.pause();
          await waitUntil('everybody waits', () => workers.areIdle());
          await clearLimits(studio.db);
          expect(await confirmed.problems(studio.db)).toEqual([]);
        }
        const to = countsOf(studio, confirmed);
        console.log(summary(name, { recoveries, limitMs: RECOVERY_MS, from, to }));
        expect(to.calls.immediate + to.calls.retried).toBe(to.calls.total);
        return slowRecoveries(recoveries, RECOVERY_MS);
      },
  );

/** An error's message with that of its cause: the message of a failed fetch says nothing. */
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message} (${cause.message})` : message;

const countsOf = ({ targets }: KillableStudio, confirmed: Confirmed): Counts => ({
  confirmations: confirmed.counts,
  calls: { ...targets.studio.calls },
});

/** Signs in clients and a musician with credits, and starts their work. */
async function startWork(
  { db, targets }: KillableStudio,
  confirmed: Confirmed,
  workers: Workers,
): Promise<void> {
  const [client, ...clients] = await Promise.all([
    signIn(targets.studio, 'client@demo.test'),
    signIn(targets.studio, 'client2@demo.test'),
    signIn(targets.studio, 'annual@demo.test'),
  ]);
  const partner = await signIn(targets.partners, 'partner@demo.test');
  for (const one of [client, ...clients]) await grantCredits(db, one);
  const { id } = (await partner.call(getMe, {})).body.user;
  const { slug } = (await client.call(getPartner, { params: { id } })).body.partner;
  const upcoming = await client.call(listSessions, { query: { group: 'upcoming' } });
  const last = upcoming.body.sessions.at(-1);
  if (last === undefined) throw new Error('the demo has no upcoming session');
  const context = { confirmed, musician: { id, slug }, mayContinue: workers.mayContinue };
  workers.add(
    ...[client, ...clients].map((one) => runClient(one, context)),
    runMusician(partner, context),
    runPartsUploader(client, last.id, context),
  );
}

async function grantCredits(db: Database, client: RetryingClient): Promise<void> {
  const { body } = await client.call(getMe, {});
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

/** Keeps the workers below the rate limits. */
async function clearLimits(db: Database): Promise<void> {
  await db.deleteFrom('rate_counters').execute();
  await db.deleteFrom('hold_log').execute();
}
