import { grant, moveToBank } from '#server/credits/steps.ts';
import type { Tx } from '#server/db/transaction.ts';
import { materialize, setWeeklyHours } from '#server/calendar/materialize.ts';
import { addMusician, installDefaultCatalogue } from '#server/catalogue/steps.ts';
import type { Actor } from '#server/ctx/ctx.ts';
import { inParallel } from '#server/lib/parallel.ts';
import { trialEnd } from '#shared/billing/rules.ts';
import type { LotSource } from '#shared/credits/rules.ts';
import type { WeeklyHour } from '#shared/calendar/rules.ts';
import { DEFAULT_SERVICES } from '#shared/catalogue/defaults.ts';
import { buyMemberships, paysAtSandbox, type PastMembership } from './buy-memberships.ts';
import type { DemoContext } from './context.ts';
import { DEMO_MUSICIANS, type DemoMusician } from './musicians.ts';
import { DEMO_PEOPLE, type DemoPerson } from './people.ts';
import { DEMO_STYLES } from './styles.ts';
import { insertMembership, insertOnboarding, insertPerson } from './queries.ts';

const DAY_HOURS = 24;
/** Age of the demo's accounts; past sessions lie within it. */
const HISTORY_DAYS = 45;

const days = (count: number): Temporal.DurationLike => ({ hours: count * DAY_HOURS });

/** Creates the sign-ins that are not musicians, with membership and credits; returns them by email. */
export async function makePeople(demo: DemoContext): Promise<ReadonlyMap<string, Actor>> {
  const people = new Map<string, Actor>();
  const bought: PastMembership[] = [];
  for (const person of DEMO_PEOPLE) {
    const { email, name, role, zone, country, membership } = person;
    const { since, periods, nextBillingAt } = pastOf(person, demo.now);
    const card = paysAtSandbox(demo) ? person.card : undefined;
    const id = await demo.steps(since, async (tx) => {
      const { passwordHash } = demo;
      const personId = await insertPerson(tx, { email, name, role, zone, country, passwordHash, now: since });
      if (role === 'client') await insertOnboarding(tx, personId, since);
      if (membership && card === undefined)
        await insertMembership(tx, membershipOf({ id: personId, membership, nextBillingAt, now: demo.now }));
      for (const { source, amount } of person.credits ?? [])
        if (source !== 'plan' && source !== 'trial')
          await grantOnce(tx, { id: personId, email, source, amount, since: later(since, demo.now) });
        else if (card !== undefined) continue;
        else if (source === 'plan') await grantPlan(tx, { id: personId, email, amount, periods });
        else await grantOnce(tx, { id: personId, email, source, amount, since: later(since, demo.now) });
      return personId;
    });
    const actor = { id, role, name, zone };
    people.set(email, actor);
    if (card !== undefined)
      bought.push({
        actor,
        card,
        country,
        since,
        periods,
        plan: membership?.plan ?? '',
        hasTrial: membership?.status === 'trial',
      });
  }
  await buyMemberships(demo, bought);
  return people;
}

/** Age of a running trial. */
const TRIAL_DAYS_AGO = 2;
/** End of the current month: after all of the demo's bookings. */
const MONTH_ENDS_IN = 4;
const YEAR_ENDS_IN = 200;

/** Start of an account by its paid periods, the current one last. */
function pastOf({ membership, monthsSaved = 0 }: DemoPerson, now: Temporal.Instant) {
  const here = now.subtract(days(HISTORY_DAYS));
  if (membership?.status === 'trial') {
    const since = now.subtract(days(TRIAL_DAYS_AGO));
    return { since, periods: [], nextBillingAt: trialEnd(since) };
  }
  if (membership?.status !== 'subscriber') return { since: here, periods: [], nextBillingAt: null };
  const ends = now.add(days(membership.annual ? YEAR_ENDS_IN : MONTH_ENDS_IN)).toZonedDateTimeISO('UTC');
  const length = membership.annual ? { years: 1 } : { months: 1 };
  const periods = [ends.subtract(length)];
  for (let month = 2; month <= monthsSaved + 1; month += 1) periods.unshift(ends.subtract({ months: month }));
  const instants = periods.map((start) => start.toInstant());
  return { since: instants[0] ?? here, periods: instants, nextBillingAt: ends.toInstant() };
}

/** Limited to the demo's past. */
const later = (since: Temporal.Instant, now: Temporal.Instant): Temporal.Instant => {
  const here = now.subtract(days(HISTORY_DAYS));
  return Temporal.Instant.compare(since, here) > 0 ? since : here;
};

interface PlanGrants {
  readonly id: string;
  readonly email: string;
  readonly amount: number;
  readonly periods: readonly Temporal.Instant[];
}

/** A plan's credits by period, with rollover to the bank. */
async function grantPlan(tx: Tx, { id, email, amount, periods }: PlanGrants): Promise<void> {
  let before: string | null = null;
  for (const [at, now] of periods.entries()) {
    const grantKey = `demo:${email}:rollover:${at}`;
    if (before !== null) await moveToBank(tx, { personId: id, lotId: before, amount, grantKey, now });
    const lot = { personId: id, source: 'plan', amount, expiresAt: null, now } as const;
    before = await grant(tx, { ...lot, grantKey: `demo:${email}:plan:${at}` });
  }
}

interface OneGrant {
  readonly id: string;
  readonly email: string;
  readonly source: LotSource;
  readonly amount: number;
  readonly since: Temporal.Instant;
}

async function grantOnce(tx: Tx, { id, email, source, amount, since }: OneGrant): Promise<void> {
  const isTrial = source === 'trial';
  await grant(tx, {
    personId: id,
    source,
    amount,
    expiresAt: isTrial ? trialEnd(since) : null,
    // The trial's grant key, so that a free bundle grants no second trial credit.
    grantKey: isTrial ? `trial:${id}` : `demo:${email}:${source}`,
    now: since,
  });
}

function membershipOf({
  id,
  membership,
  nextBillingAt,
  now,
}: {
  readonly id: string;
  readonly membership: NonNullable<DemoPerson['membership']>;
  readonly nextBillingAt: Temporal.Instant | null;
  readonly now: Temporal.Instant;
}) {
  const { status, plan, annual, legacy, prePivot, endedDaysAgo } = membership;
  return {
    personId: id,
    status,
    plan: plan ?? null,
    annual: annual ?? false,
    legacy: legacy ?? false,
    prePivot: prePivot ?? false,
    nextBillingAt,
    endedAt: endedDaysAgo === undefined ? null : now.subtract(days(endedDaysAgo)),
  };
}

/** Musicians made at once: this process works on one while the database works on others. */
const AT_ONCE = 4;

/** Creates the musicians with weekly hours and slots from the demo's past to 9 weeks ahead; returns them by slug. */
export async function makeMusicians(demo: DemoContext): Promise<ReadonlyMap<string, Actor>> {
  const since = demo.now.subtract(days(HISTORY_DAYS));
  const made = await inParallel(AT_ONCE, [...DEMO_MUSICIANS.entries()], async ([rank, musician]) => {
    const { email, name, zone, country } = musician;
    const id = await demo.steps(since, async (tx) => {
      const ids = await installDefaultCatalogue(tx);
      const person = {
        email,
        name,
        role: 'partner',
        zone,
        country,
        passwordHash: demo.passwordHash,
        now: since,
      } as const;
      const personId = await insertPerson(tx, person);
      await addMusician(tx, {
        personId,
        slug: musician.slug,
        zone,
        title: musician.title,
        bio: musician.bio,
        cardDescription: musician.card,
        styles: DEMO_STYLES[musician.slug] ?? [],
        rank: (rank + 1) * 10,
        servicesFirst: musician.servicesFirst ?? false,
        sessionsType: musician.sessionsType ?? 'all',
        zoomLink: musician.sessionsType === 'offline' ? null : `https://meet.example/${musician.slug}`,
        audiomoversLink:
          musician.sessionsType === 'offline' ? null : `https://listen.example/${musician.slug}`,
        services: musician.services.map((value) => ids.services.get(value) ?? ''),
        instruments: musician.instruments.map((slug) => ids.instruments.get(slug) ?? ''),
      });
      await setWeeklyHours(tx, { musicianId: personId, hours: hoursOf(musician), now: since });
      return personId;
    });
    await demo.steps(demo.now, (tx) => materialize(tx, id, demo.now));
    return [musician.slug, { id, role: 'partner', name, zone }] as const;
  });
  return new Map<string, Actor>(made);
}

const UNIT = new Map<string, number>(
  DEFAULT_SERVICES.map(({ category, unit_minutes }) => [category, unit_minutes]),
);

function hoursOf({ days: weekdays, blocks }: DemoMusician): WeeklyHour[] {
  return blocks.flatMap(([from, category, slots]) => {
    const unit_minutes = UNIT.get(category) ?? 30;
    return Array.from({ length: slots }, (_, index) => {
      const starts = Temporal.PlainTime.from(from).add({ minutes: index * unit_minutes });
      return weekdays.map((weekday) => ({
        weekday,
        from: starts.toString({ smallestUnit: 'minute' }),
        unit_minutes,
        category,
      }));
    }).flat();
  });
}
