import { pick } from '../storm/random.ts';
import { choose, here, type WeightedAct } from './acts/act.ts';
import { ACCOUNT_ACTS, buySomething, CLIENT_ACCOUNT_ACTS } from './acts/account.ts';
import { BOOKING_ACTS, MANAGED_ACTS } from './acts/booking.ts';
import { CALENDAR_ACTS } from './acts/musician.ts';
import { OPERATOR_ACTS } from './acts/operator.ts';
import { CLIENT_READS, MUSICIAN_READS } from './acts/reading.ts';
import { CLIENT_SESSION_ACTS, MUSICIAN_SESSION_ACTS } from './acts/session.ts';
import { addOperator, comeAsClient, comeAsManaged, comeAsMusician } from './arrivals.ts';
import { checkDay, ofDay } from './checks.ts';
import type { SimulatedPerson } from './person.ts';
import { passAtProviders, passWhereDue, runJobs, runScheduled, vacuum } from './time.ts';
import type { World } from './world.ts';

const HOURS = 24;
/** Operators of the studio: enough for two to do the same at once. */
const OPERATORS = 2;
/** Share of the acts about sessions' people: those of the latest bookings have most to do. */
const BUSY_SHARE = 0.4;
const LATEST = 80;
/** Hours between two moments at which time passes at the payment providers. */
const PROVIDER_HOURS = 4;

/** Days between two rounds of what the database does by itself. */
const VACUUM_DAYS = 3;

/** How large a studio is, and how much happens in it. */
export interface Size {
  readonly clients: number;
  readonly musicians: number;
  readonly managed: number;
  /** Acts an hour. */
  readonly acts: number;
  /** Hours of a step, after which what was due meanwhile is done. */
  readonly stepHours: number;
}

const CLIENT_ACTS: readonly WeightedAct[] = [
  ...BOOKING_ACTS,
  ...CLIENT_SESSION_ACTS,
  ...CLIENT_ACCOUNT_ACTS,
  ...CLIENT_READS,
];
const MUSICIAN_ACTS: readonly WeightedAct[] = [
  ...MUSICIAN_SESSION_ACTS,
  ...CALENDAR_ACTS,
  ...ACCOUNT_ACTS,
  ...MUSICIAN_READS,
];
const MANAGED: readonly WeightedAct[] = [...MANAGED_ACTS, ...CLIENT_SESSION_ACTS, ...ACCOUNT_ACTS];

/** Brings everybody in, by the product's own calls. */
export async function settleIn(world: World, size: Size): Promise<void> {
  for (let nr = 0; nr < OPERATORS; nr += 1) await addOperator(world);
  for (let nr = 0; nr < size.musicians; nr += 1) await comeAsMusician(world);
  for (let nr = 0; nr < size.managed; nr += 1) await comeAsManaged(world);
  for (let nr = 0; nr < size.clients; nr += 1) {
    const client = await comeAsClient(world);
    if (client !== null) await buySomething(world, client);
  }
  await vacuum(world);
  world.faults.isOff = false;
}

/** A day and a night, and what must hold after it. */
export async function liveDay(world: World, size: Size): Promise<void> {
  const { clock, faults, report } = world;
  report.days += 1;
  for (let hour = 0; hour < HOURS; hour += size.stepHours) {
    const from = clock.now();
    const until = from.add({ hours: size.stepHours });
    faults.nextStep();
    report.begin('acts');
    for (let nr = 0; nr < size.acts * size.stepHours; nr += 1) await actOnce(world);
    if (Temporal.Instant.compare(clock.now(), until) < 0) clock.instant = until;
    report.begin('jobs');
    await runScheduled(world, from, clock.now());
    report.begin('providers');
    if (hour % PROVIDER_HOURS === 0 && !faults.areOn) await passWhereDue(world);
  }
  faults.end();
  faults.isOff = true;
  // What was told late, or only half, is looked up each hour.
  await passAtProviders(world, ofDay(world, world.clients));
  const from = clock.now();
  clock.add({ hours: 1 });
  report.begin('jobs');
  await runScheduled(world, from, clock.now());
  report.begin('providers');
  await passWhereDue(world);
  await runJobs(world);
  report.begin('checks');
  await checkDay(world);
  if (report.days % VACUUM_DAYS === 0) await vacuum(world);
  faults.isOff = false;
}

async function actOnce(world: World): Promise<void> {
  const { random, report } = world;
  const chance = random();
  const [people, acts] =
    chance < 0.62
      ? [world.clients, CLIENT_ACTS]
      : chance < 0.86
        ? [world.musicians, MUSICIAN_ACTS]
        : chance < 0.92
          ? [world.managed, MANAGED]
          : [world.operators, OPERATOR_ACTS];
  const person = someone(world, people);
  if (person === null) return;
  const [name, act] = choose(random, acts);
  const end = await act(world, person).catch((error: unknown) => failed(world, error));
  person.tell(`${name}: ${end}`);
  report.acted(name, end);
}

/** One of them who can sign in, rather somebody of the latest bookings; null: there is nobody. */
function someone({ memory, random }: World, people: readonly SimulatedPerson[]): SimulatedPerson | null {
  const all = here(people);
  if (all.length === 0) return null;
  if (random() >= BUSY_SHARE) return pick(random, all);
  const ids = new Set(
    [...memory.booked.values()].slice(-LATEST).flatMap((one) => [one.client, one.musician]),
  );
  const busy = all.filter(({ id }) => ids.has(id));
  return pick(random, busy.length === 0 ? all : busy);
}

/** What an act cannot read while something is away is no failure of the studio. */
function failed({ faults, report }: World, error: unknown): string {
  if (!faults.areOn && !faults.brokeConnections)
    report.breach(`an act broke: ${error instanceof Error ? error.stack : String(error)}`);
  return 'broke';
}
