import type { SimulatedPerson } from './person.ts';
import type { World } from './world.ts';

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
