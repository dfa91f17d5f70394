import { pick } from '../../storm/random.ts';
import type { SimulatedPerson } from '../person.ts';
import type { World } from '../world.ts';

/** Something that a person does; says how it ended. */
export type Act = (world: World, person: SimulatedPerson) => Promise<string | number>;

/** An act with its name and how often it is chosen. */
export type WeightedAct = readonly [name: string, act: Act, weight: number];

/** One of them, by weight. */
export function choose(random: () => number, acts: readonly WeightedAct[]): WeightedAct {
  let at = random() * acts.reduce((sum, [, , weight]) => sum + weight, 0);
  for (const one of acts) if ((at -= one[2]) < 0) return one;
  throw new Error('no acts');
}

/** Those who can sign in. */
export const here = (people: readonly SimulatedPerson[]): SimulatedPerson[] =>
  people.filter(({ isGone }) => !isGone);

/** How many of the last bookings acts of operators are about. */
const LATEST = 60;

/** One of the latest sessions that are not known to be cancelled. */
export function oneBooked({ memory }: World, { random }: SimulatedPerson): number | null {
  const known = [...memory.booked.keys()].slice(-LATEST).filter((id) => !memory.cancelled.has(id));
  return known.length === 0 ? null : pick(random, known);
}
