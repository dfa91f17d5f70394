import { expect, test } from 'vitest';
import { NOTHING, storm } from '#test/storm/storm.ts';
import { often } from '#test/thorough.ts';

/** Life stories; `STORM=1000 npm run test:storm` is the large form, with 100,000 deliveries. */
const STORIES = often('STORM', { thorough: 6, quick: 2 });
const SEED = Number(process.env['STORM_SEED'] ?? 20_261_121);
const AT_ONCE = 25;
/** Webhooks for each story. */
const EACH = 100;

test(
  `${STORIES * EACH} webhooks of ${STORIES} lives, permuted, doubled, late, lost and forged: each account ends as its provider says`,
  { timeout: 60_000 + STORIES * 20_000 },
  async () => {
    const outcome = NOTHING();
    for (let begun = 0; begun < STORIES; begun += AT_ONCE) {
      const stories = Math.min(AT_ONCE, STORIES - begun);
      await storm(outcome, { seed: SEED + begun, stories, each: EACH });
    }
    const { wrong, wrongByNaive, ...numbers } = outcome;
    console.log(JSON.stringify({ ...numbers, wrong: wrong.length, wrongByNaive }));
    expect(wrong).toEqual([]);
    expect(numbers.wrongCredits).toBe(0);
    expect(numbers.deliveries).toBeGreaterThanOrEqual(STORIES * EACH);
    // Else the storm would prove nothing.
    expect(wrongByNaive).toBeGreaterThan(STORIES / 2);
  },
);
