import { DEFAULT_SERVICES } from '#shared/catalogue/defaults.ts';
import type { WeeklyHour } from '#shared/calendar/rules.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { setWeeklyHours } from '#server/calendar/materialize.ts';
import {
  addMusician,
  installDefaultCatalogue,
  type CatalogueIds,
  type NewMusician,
} from '#server/catalogue/steps.ts';
import type { Tables } from '#server/db/tables.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { newId } from '#server/lib/ids.ts';
import type { TestApp } from './app.ts';
import type { TestPerson } from './people.ts';

/** A signed-in musician with slots 9 weeks ahead. */
export interface TestMusician {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly zone: string;
  readonly person: TestPerson;
}

/** Options of a musician; by default a drummer in Lisbon who records, free from 08:00 every day. */
interface MusicianOptions extends Partial<Omit<NewMusician, 'personId' | 'services' | 'instruments'>> {
  readonly name?: string;
  /** By their `value` in the default catalogue: 'recording', 'singer', 'mixing', … */
  readonly services?: readonly string[];
  readonly instruments?: readonly string[];
  readonly hours?: readonly WeeklyHour[];
}

/** A slot row. */
export interface TestSlot {
  readonly id: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly category: string;
}

/** A client's membership and credits. */
export interface ClientOptions {
  readonly name?: string;
  readonly zone?: string;
  readonly status?: NonNullable<Tables['memberships']['status']>;
  readonly annual?: boolean;
  readonly exclusive?: boolean;
  readonly prePivot?: boolean;
  readonly concurrency?: number;
  readonly credits?: number;
}

/** A test's studio: the default catalogue, and functions that create people. */
export interface Studio {
  readonly ids: CatalogueIds;
  /** The id of a service by its `value`. */
  service(value: string): string;
  makeMusician(options?: MusicianOptions): Promise<TestMusician>;
  /** A client with a membership (subscriber by default) and credits of source `operator` (12 by default). */
  makeClient(options?: ClientOptions): Promise<TestPerson>;
  /** The musician's shown future slots by start, taken or not; optionally of one category. */
  slotsOf(musician: TestMusician, category?: string): Promise<TestSlot[]>;
  /** Runs steps in a transaction of their own. */
  inTx<T>(work: (tx: Tx, now: Temporal.Instant) => Promise<T>): Promise<T>;
}

/** Hours from 08:00 every day: eight slots of 30 minutes or four of 45 per category. */
function defaultHours(services: readonly string[]): WeeklyHour[] {
  const kinds = new Map<string, number>();
  for (const { value, category, unit_minutes } of DEFAULT_SERVICES)
    if (services.includes(value)) kinds.set(category, unit_minutes);
  let time = Temporal.PlainTime.from('08:00');
  return [...kinds].flatMap(([category, unit_minutes]) =>
    Array.from({ length: unit_minutes === 30 ? 8 : 4 }, () => {
      const from = time.toString({ smallestUnit: 'minute' });
      time = time.add({ minutes: unit_minutes });
      return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, unit_minutes, category }));
    }).flat(),
  );
}

function idsOf(names: readonly string[], among: ReadonlyMap<string, string>): string[] {
  return names.map((name) => {
    const id = among.get(name);
    if (id === undefined) throw new Error(`the default catalogue has no ${name}`);
    return id;
  });
}

/** Adds the default catalogue to a test's database and returns its studio. */
export async function makeStudio(
  test: Pick<TestApp, 'db' | 'people'> & { readonly clock: Clock },
): Promise<Studio> {
  const inTx = async <T>(work: (tx: Tx, now: Temporal.Instant) => Promise<T>): Promise<T> => {
    const now = test.clock.now();
    const done: Result<T, never> = await transaction({ db: test.db, now }, async (tx) =>
      ok(await work(tx, now)),
    );
    if (!done.ok) throw new Error('a step was refused');
    return done.value;
  };
  const ids = await inTx(installDefaultCatalogue);
  let made = 0;

  return {
    ids,
    inTx,
    service: (value) => idsOf([value], ids.services)[0] ?? '',
    async makeMusician(options = {}) {
      const {
        name = 'Joao Silva',
        services = ['recording'],
        instruments = ['drums'],
        hours,
        ...rest
      } = options;
      const zone = options.zone ?? 'Europe/Lisbon';
      const slug = options.slug ?? `musician-${(made += 1)}`;
      const person = await test.people.make('partner', { name, zone });
      await inTx(async (tx, now) => {
        await addMusician(tx, {
          ...rest,
          personId: person.id,
          slug,
          zone,
          services: idsOf(services, ids.services),
          instruments: idsOf(instruments, ids.instruments),
        });
        await setWeeklyHours(tx, { musicianId: person.id, hours: hours ?? defaultHours(services), now });
      });
      return { id: person.id, slug, name, zone, person };
    },
    async makeClient(options = {}) {
      const { name = 'Ada Lovelace', zone = 'Europe/Lisbon', credits = 12 } = options;
      const person = await test.people.make('client', { name, zone });
      await inTx(async (tx, now) => {
        await tx
          .insertInto('memberships')
          .values({
            person_id: person.id,
            status: options.status ?? 'subscriber',
            is_annual: options.annual ?? false,
            has_exclusive_prices: options.exclusive ?? false,
            is_pre_pivot: options.prePivot ?? false,
            concurrency: options.concurrency ?? 30,
          })
          .execute();
        if (credits === 0) return;
        const lot = newId();
        await tx
          .insertInto('credit_lots')
          .values({
            id: lot,
            person_id: person.id,
            source: 'operator',
            amount: credits,
            granted_at: now,
            grant_key: `test:${lot}`,
          })
          .execute();
        await tx
          .insertInto('credit_entries')
          .values({ id: newId(), lot_id: lot, delta: credits, reason: 'grant', at: now })
          .execute();
      });
      return person;
    },
    async slotsOf(musician, category) {
      const slots = await test.db
        .selectFrom('slots')
        .select(['id', 'starts_at', 'ends_at', 'category'])
        .where('musician_id', '=', musician.id)
        .where('hidden', '=', false)
        .where('starts_at', '>', test.clock.now())
        .orderBy('starts_at')
        .execute();
      return slots.filter((slot) => category === undefined || slot.category === category);
    },
  };
}
