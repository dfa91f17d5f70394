import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { machineLoad, onThisMachine } from '../api/busy.ts';
import { copyRelease } from '../release/copy-release.ts';
import type { Cluster } from '../several/cluster.ts';
import { Load } from '../several/load.ts';
import type { Node } from '../several/nodes.ts';
import { test } from './test.ts';
import { brokenFiles, Seen, Visitor } from './visitor.ts';

const VISITORS = 10;
/** Fewer than the holds that a person has in an hour. */
const SESSIONS_EACH = 12;
/** Load per processor. */
const BUSY = 2;
const SEND_MAIL = 'notifications.send-mail';
/** Bookings after which a step of the upgrade counts as seen by the load. */
const STEP = 15;

/** What was applied to the database, and its columns. */
async function schemaOf({ db }: Cluster): Promise<unknown> {
  const applied = await sql`select name, hash, at from applied_sql order by name`.execute(db);
  const columns = await sql`
    select table_name, column_name, data_type from information_schema.columns where table_schema = 'public'
    order by 1, 2`.execute(db);
  return [applied.rows, columns.rows];
}

const appliedTo = async ({ db }: Cluster): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select name from applied_sql`.execute(db);
  return rows.map(({ name }) => name);
};

/** Visitors at work until the load is over, new ones after those who have booked enough. */
async function visit(load: Load, seen: Seen, contracts: Parameters<Load['callers']>[1]): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  const comeAndGo = async (): Promise<void> => {
    while (!load.isOver) {
      const [caller] = await load.callers(1, contracts);
      if (caller === undefined) return;
      const visitor = new Visitor(caller, load, seen);
      visitors.push(visitor);
      await visitor.work(SESSIONS_EACH);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, comeAndGo));
  return visitors;
}

/** Resolves once nobody sends a process requests any more, which those do who were given to it before. */
async function isLeftAlone(node: Node): Promise<void> {
  let before = -1;
  const isStill = async (): Promise<boolean> => {
    const now = await node.requests();
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(isStill, { interval: 500 }).toBe(true);
}

/** Errors that are the upgrade's: on a machine with too much to do, old and new ones say now and then that they are busy. */
const faultsOf = (errors: Readonly<Record<string, number>>): readonly string[] =>
  Object.keys(errors).filter((kind) => kind !== '503' || machineLoad() < BUSY);

/** Jobs that are due and not done. */
async function jobsDue({ db }: Cluster): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from jobs.job where state < 'completed' and start_after <= now()
    and name not like '\\_\\_%'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Jobs that failed once or for good. */
async function failedJobs({ db }: Cluster): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select name, state::text, retry_count, output from jobs.job where retry_count > 0 or state = 'failed'
    union all select queue, 'dead letter', tries, to_jsonb(failure) from dead_letters`.execute(db);
  return rows;
}

test('a release whose migration fails leaves the old one at work, and says why', async ({
  place,
  cluster,
  musicians,
  oldContracts,
  onTestFinished,
}) => {
  const [, , next] = cluster.nodes;
  if (next === undefined) throw new Error('no process to start');
  next.takeSecretsOf(cluster.nodes[0] as Node);
  next.release = copyRelease(path.join(place, 'broken'), {
    '9001_first.sql': 'alter table people add column first_new text;',
    '9002_second.sql': 'alter table people add column second_new text; select 1 / 0;',
  });
  const before = await schemaOf(cluster);
  const load = await Load.on(cluster, musicians, 45);
  onTestFinished(() => void (load.isOver = true));
  const working = visit(load, new Seen(), oldContracts);
  await expect.poll(() => load.booked.size).toBeGreaterThan(STEP);
  expect(await next.refusal()).toBe(
    'Talkback cannot start. The database cannot be brought up to date: 9002_second.sql: division by zero',
  );
  const since = load.booked.size;
  await expect.poll(() => load.booked.size).toBeGreaterThan(since + STEP);
  load.isOver = true;
  for (const visitor of await working) visitor.leave();
  expect(await schemaOf(cluster)).toEqual(before);
  expect([...load.wrong, ...(await load.problems())]).toEqual([]);
  expect(faultsOf(load.tally.errors)).toEqual([]);
});

test('old and new processes side by side under load: nothing is lost, and who books sees nothing of it', async ({
  releases,
  cluster,
  musicians,
  oldContracts,
  onTestFinished,
}) => {
  const [first, second, third] = cluster.nodes as [Node, Node, Node];
  const load = await Load.on(cluster, musicians, 45);
  onTestFinished(() => void (load.isOver = true));
  const seen = new Seen();
  const working = visit(load, seen, oldContracts);
  const steps: string[] = [];
  let from = 0;
  let errors: Record<string, number> = {};
  /** Lets the load go on for a while; notes what it saw since the step before. */
  const goOn = async (step: string): Promise<Record<string, number>> => {
    const at = load.booked.size;
    await expect.poll(() => load.booked.size).toBeGreaterThan(at + STEP);
    const all = { ...load.tally.errors };
    const own = Object.fromEntries(
      Object.entries(all)
        .map(([kind, n]) => [kind, n - (errors[kind] ?? 0)] as const)
        .filter(([, n]) => n > 0),
    );
    steps.push(`${step}: ${load.booked.size - from} bookings, errors ${JSON.stringify(own)}`);
    [from, errors] = [load.booked.size, all];
    return own;
  };

  await goOn('old alone');
  // It migrates while the old ones work; nobody is sent to it before it is ready.
  third.release = releases.next;
  third.takeSecretsOf(first);
  await third.start();
  expect(await appliedTo(cluster)).toEqual(expect.arrayContaining([...releases.added]));
  expect(faultsOf(await goOn('the new one migrates'))).toEqual([]);
  await cluster.putBehind([first, second, third]);
  expect(faultsOf(await goOn('side by side'))).toEqual([]);
  // Each does jobs of the other's events.
  const mailsOf = await Promise.all(cluster.nodes.map((node) => node.runsOf(SEND_MAIL)));
  const doesMails = async (at: number): Promise<boolean> =>
    ((await cluster.nodes[at]?.runsOf(SEND_MAIL)) ?? 0) > (mailsOf[at] ?? 0);
  for (const at of mailsOf.keys())
    await expect.poll(() => doesMails(at), { timeout: onThisMachine(60_000) }).toBe(true);

  await cluster.putBehind([second, third]);
  await isLeftAlone(first);
  await first.stop();
  expect(faultsOf(await goOn('an old one leaves'))).toEqual([]);
  first.release = releases.next;
  await first.start();
  await cluster.putBehind([first, second, third]);
  expect(faultsOf(await goOn('a second new one'))).toEqual([]);

  // The other way, without a hand on nginx: it is restarted where it stands.
  await second.stop();
  second.release = releases.next;
  await second.start();
  await goOn('an old one restarted in its place');
  await third.stop();
  await third.start();
  await goOn('a new one restarted in its place');
  load.isOver = true;
  const visitors = await working;

  console.log(
    [
      ...steps,
      `${load.booked.size} bookings, ${load.cancelled.size} cancelled, ${load.messages.length} messages, ${seen.files.length} files, ${seen.reopened} streams opened again, ${load.taken} times taken before, ${load.tally.text()}`,
    ].join('\n'),
  );
  expect([...load.wrong, ...(await load.problems())]).toEqual([]);
  expect(Object.keys(load.tally.errors).filter((kind) => !/^50[23]\b/.test(kind))).toEqual([]);
  expect(load.tally.longestGap).toBeLessThan(onThisMachine(3000));
  await expect.poll(() => visitors.flatMap((visitor) => visitor.unheard())).toEqual([]);
  for (const visitor of visitors) visitor.leave();
  expect(await brokenFiles(seen)).toEqual([]);
  await expect.poll(() => jobsDue(cluster), { timeout: onThisMachine(60_000) }).toBe(0);
  expect(await failedJobs(cluster)).toEqual([]);
  expect(await cluster.check()).toContain('in order');
});

test('a tab of the old release finds its scripts after the upgrade', async ({ releases, cluster }) => {
  const assets = path.join(releases.old, 'dist/client/assets');
  const browser = cluster.browser();
  const missing: string[] = [];
  for (const name of fs.readdirSync(assets).filter((file) => /\.(js|css)$/.test(file))) {
    const { status, body } = await browser.send('GET', `/assets/${name}`);
    const isSame = status === 200 && body.equals(fs.readFileSync(path.join(assets, name)));
    if (!isSame) missing.push(`${name}: ${status}`);
  }
  expect(missing).toEqual([]);
});

test('after the migration the old release refuses to start, and says that the database is of a newer one', async ({
  releases,
  cluster,
}) => {
  const [first] = cluster.nodes as [Node, Node, Node];
  await cluster.putBehind(cluster.nodes.slice(1));
  await first.stop();
  const before = await schemaOf(cluster);
  first.release = releases.old;
  expect(await first.refusal()).toMatch(
    /^Talkback cannot start\. The database cannot be brought up to date: the database is from a newer release: it has the migration \d+_\w+\.sql/,
  );
  expect(await schemaOf(cluster)).toEqual(before);
});
