import { expect, test } from 'vitest';
import { liveDay, settleIn, type Size } from './days.ts';
import { startWorld } from './start-world.ts';

/** `DAYS=365 PEOPLE=150 npm run test:simulation` is a year; a failing seed replays by `SIMULATION_SEED`. */
const DAYS = Number(process.env['DAYS'] ?? 5);
const PEOPLE = Number(process.env['PEOPLE'] ?? 24);
const SEED = Number(process.env['SIMULATION_SEED'] ?? 20_261_126);
/** Prints each day, and a report at the end. */
const IS_TOLD = process.env['TOLD'] !== undefined;
/** Beyond a month the hours are longer and less is done in each: many days say more than many acts. */
const IS_LONG = DAYS > 31;
const SIZE: Size = {
  clients: PEOPLE,
  musicians: Math.ceil(PEOPLE / 4),
  managed: Math.ceil(PEOPLE / 12),
  acts: Number(process.env['ACTS'] ?? (IS_LONG ? 1 : Math.max(4, Math.ceil(PEOPLE / 25)))),
  stepHours: IS_LONG ? 4 : 1,
};

test(
  `${DAYS} days of a studio with ${PEOPLE} clients: nothing is lost, booked twice or charged wrong (SIMULATION_SEED=${SEED})`,
  { timeout: 600_000 + PEOPLE * 10_000 + DAYS * 120_000 },
  async ({ onTestFinished }) => {
    const world = await startWorld(SEED, onTestFinished);
    const { report } = world;
    await settleIn(world, SIZE);
    for (let day = 0; day < DAYS; day += 1) {
      await liveDay(world, SIZE);
      if (IS_TOLD) console.log(report.dayText());
    }
    if (IS_TOLD) console.log(report.text());
    expect(report.breaches).toEqual([]);
    // A studio in which hardly anything happens proves nothing.
    expect(world.memory.booked.size).toBeGreaterThanOrEqual(DAYS);
    expect(world.inbox.count).toBeGreaterThan(DAYS);
  },
);
