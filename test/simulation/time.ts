import { CronExpressionParser } from 'cron-parser';
import { sql } from 'kysely';
import { inParallel } from '#server/lib/parallel.ts';
import { JOBS } from '#server/start/rooms.ts';
import { pick } from '../storm/random.ts';
import type { SimulatedPerson } from './person.ts';
import type { World } from './world.ts';

/** How the database's end shows in what was sent to it, or is sent through a connection that broke with it. */
const BROKEN =
  /^(Connection terminated|terminating connection|the database system is|write EPIPE$|read ECONNRESET$)|is not queryable$/;

/** Queues that a process works on at once, as its workers do. */
const QUEUES = 8;
/** Scheduled jobs that run at once. */
const SCHEDULED = 6;
/** People whose clocks at the payment providers move at once. */
const TRAVELERS = 4;

/** How often queues are drained at most: what was retried waits for the next hour. */
const ROUNDS = 6;

/** Runs what queues hold and what is due by now, through any process; failures are a breach unless a fault is on. */
export async function runJobs(world: World): Promise<void> {
  await makeDue(world);
  await dropDone(world);
  for (let round = 0; round < ROUNDS && (await hasDue(world)); round += 1) {
    const all = world.processes.all();
    // Two processes that fetch at the same moment.
    const drained = await Promise.allSettled(all.map(({ queues }) => queues.drain(undefined, QUEUES)));
    for (const one of drained) if (one.status === 'rejected') failed(world, 'a job', one.reason);
  }
}

/** Jobs for later wait by the database's time: those whose time has come in the simulation are due now. */
async function makeDue({ app, clock }: World): Promise<void> {
  await sql`update jobs.job set start_after = now()
    where state in ('created', 'retry') and start_after > now()
      and (state = 'retry' or start_after <= ${clock.now()})`.execute(app.db);
}

/**
 * The queues drop what is done, and take a second job of one key, only after some time by the database's clock, in which
 * days pass here.
 */
const dropDone = ({ app }: World) => sql`delete from jobs.job where state = 'completed'`.execute(app.db);

async function hasDue({ app }: World): Promise<boolean> {
  const { rows } = await sql`
    select from jobs.job where state < 'active' and start_after <= now() limit 1`.execute(app.db);
  return rows.length > 0;
}

/** What the database does by itself where it runs for days; that of tests does not. */
export const vacuum = ({ app }: World) => sql`vacuum (analyze)`.execute(app.db);

/** Lets scheduled jobs run that were due in a time, once each, then the queues. */
export async function runScheduled(
  world: World,
  from: Temporal.Instant,
  until: Temporal.Instant,
): Promise<void> {
  const currentDate = new Date(from.epochMilliseconds);
  const due = JOBS.filter(({ cron }) => {
    if (cron === undefined) return false;
    const next = CronExpressionParser.parse(cron, { currentDate, tz: 'UTC' }).next();
    return next.getTime() <= until.epochMilliseconds;
  });
  const all = world.processes.all();
  const planned = due.map((job) => ({ job, process: pick(world.random, all) }));
  await inParallel(SCHEDULED, planned, ({ job, process }) =>
    job.run(process.ctx(), {}).catch((error: unknown) => failed(world, job.name, error)),
  );
  await runJobs(world);
}

function failed({ faults, report }: World, what: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const isBroken = faults.brokeConnections && BROKEN.test(message);
  if (faults.areOn || isBroken) report.fault(`${what} failed meanwhile`);
  else report.breach(`${what} failed: ${message.slice(0, 300)}`);
}

/** Time passes at the payment providers, for everybody who pays there. */
export async function passAtProviders(world: World, people: readonly SimulatedPerson[]): Promise<void> {
  await world.sandbox.runDue();
  await inParallel(
    TRAVELERS,
    people.filter(({ isBuyer }) => isBuyer),
    (person) => passFor(world, person),
  );
  await world.sandbox.settled();
}

/** Time passes at the payment providers for those to whom something happens there by now. */
export async function passWhereDue(world: World): Promise<void> {
  const { rows } = await sql<{ person: string }>`
    select c.data ->> 'name' as person from sandbox_stripe.objects o join sandbox_stripe.objects c on c.id = o.clock
      where o.due <= ${secondsOf(world)} and not o.deleted
    union select clock from sandbox_paypal.objects where due <= ${secondsOf(world)} and not deleted`.execute(
    world.app.db,
  );
  const due = new Set(rows.map(({ person }) => person));
  await passAtProviders(
    world,
    world.clients.filter(({ id }) => due.has(id)),
  );
}

/** Somebody's clocks at the providers are put right; without having bought anything, they have none. */
export async function passFor(world: World, { id }: SimulatedPerson): Promise<void> {
  await world.sandbox.travel(id, `@${secondsOf(world)}`).catch((error: unknown) => {
    if (!/no customer|no test clock/.test(String(error))) throw error;
  });
}

const secondsOf = ({ clock }: World): number => Math.floor(clock.now().epochMilliseconds / 1000);
