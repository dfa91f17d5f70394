import { grant } from '../server/credits/steps.ts';
import { materialise, setWeeklyHours } from '../server/calendar/materialise.ts';
import { addMusician, installDefaultCatalogue } from '../server/catalogue/steps.ts';
import type { Actor } from '../server/lib/ctx.ts';
import type { WeeklyHour } from '../shared/calendar/rules.ts';
import { DEFAULT_SERVICES } from '../shared/catalogue/defaults.ts';
import type { Maker } from './make.ts';
import { DEMO_MUSICIANS, type DemoMusician } from './musicians.ts';
import { DEMO_PEOPLE, type DemoPerson } from './people.ts';
import { insertMembership, insertOnboarding, insertPerson } from './queries.ts';

const DAY_HOURS = 24;
/** How long the demo's people have been here; past sessions lie within. */
const HISTORY_DAYS = 45;

const days = (count: number): Temporal.DurationLike => ({ hours: count * DAY_HOURS });

/** Makes the sign-ins that are no musicians, with membership and credits; answers them by e-mail address. */
export async function makePeople(maker: Maker): Promise<ReadonlyMap<string, Actor>> {
  const since = maker.now.subtract(days(HISTORY_DAYS));
  const people = new Map<string, Actor>();
  await maker.steps(since, async (tx) => {
    for (const person of DEMO_PEOPLE) {
      const { email, name, role, zone, country } = person;
      const id = await insertPerson(tx, {
        email,
        name,
        role,
        zone,
        country,
        passwordHash: maker.passwordHash,
        now: since,
      });
      if (role === 'client') await insertOnboarding(tx, id, since);
      if (person.membership) await insertMembership(tx, membershipOf(id, person.membership, maker.now));
      for (const { source, amount, daysLeft } of person.credits ?? []) {
        const expiresAt = daysLeft === undefined ? null : maker.now.add(days(daysLeft));
        await grant(tx, {
          personId: id,
          source,
          amount,
          expiresAt,
          // The key of the one trial, so that joining a free bundle later brings no second one.
          grantKey: source === 'trial' ? `trial:${id}` : `demo:${email}:${source}`,
          now: since,
        });
      }
      people.set(email, { id, role, name, zone });
    }
  });
  return people;
}

function membershipOf(
  personId: string,
  membership: NonNullable<DemoPerson['membership']>,
  now: Temporal.Instant,
) {
  const { status, plan, annual, legacy, prePivot, endedDaysAgo } = membership;
  const isLive = status === 'subscriber' || status === 'trial';
  return {
    personId,
    status,
    plan: plan ?? null,
    annual: annual ?? false,
    legacy: legacy ?? false,
    prePivot: prePivot ?? false,
    nextBillingAt: isLive ? now.add(days(annual ? 200 : 13)) : null,
    endedAt: endedDaysAgo === undefined ? null : now.subtract(days(endedDaysAgo)),
  };
}

/** Makes the musicians with weekly hours, and slots from the demo's past to 9 weeks ahead; answers them by slug. */
export async function makeMusicians(maker: Maker): Promise<ReadonlyMap<string, Actor>> {
  const since = maker.now.subtract(days(HISTORY_DAYS));
  const musicians = new Map<string, Actor>();
  for (const [rank, musician] of DEMO_MUSICIANS.entries()) {
    const { email, name, zone, country } = musician;
    const id = await maker.steps(since, async (tx) => {
      const ids = await installDefaultCatalogue(tx);
      const person = {
        email,
        name,
        role: 'partner',
        zone,
        country,
        passwordHash: maker.passwordHash,
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
    await maker.steps(maker.now, (tx) => materialise(tx, id, maker.now));
    musicians.set(musician.slug, { id, role: 'partner', name, zone });
  }
  return musicians;
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
