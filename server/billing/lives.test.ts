import { expect } from 'vitest';
import { test } from '#test/rooms/buying.ts';
import type { Store } from '#test/rooms/store.ts';
import { live } from '#test/storm/lives.ts';
import type { Life } from '#test/storm/life-steps.ts';
import { seeded } from '#test/storm/random.ts';
import { often } from '#test/thorough.ts';

/** Lives; `STORIES=200 npm run test:storm` is the large form. */
const STORIES = often('STORIES', { thorough: 4, quick: 1 });
const SEED = Number(process.env['STORIES_SEED'] ?? 20_261_123);
const AT_ONCE = 12;
const STEPS = 12;

test(
  `${STORIES} lives of ${STEPS} steps by the studio's own calls: one membership each, credits, money and status as the provider says (STORIES_SEED=${SEED})`,
  { timeout: 120_000 + STORIES * 20_000 },
  async ({ app, stripe, sandbox, prices, buyer }) => {
    const store: Store = {
      prices: {
        'studio-2': prices('studio_2'),
        'studio-5': prices('studio_5'),
        'studio-10': prices('studio_10'),
        'studio-24': prices('studio_24'),
        'bundle-3': prices('bundle-3'),
        credit: prices('credit'),
      },
      vat: '',
    };
    const wrong: string[] = [];
    for (let begun = 0; begun < STORIES; begun += AT_ONCE) {
      const random = seeded(SEED + begun);
      const lives: Life[] = [];
      for (let nr = 0; nr < Math.min(AT_ONCE, STORIES - begun); nr += 1) {
        const own = seeded(Math.floor(random() * 2 ** 31));
        lives.push({ person: await buyer(), random: own, customer: null, told: [] });
      }
      wrong.push(
        ...(await live({ app, stripe, sandbox, priceOf: prices }, store, lives, { random, steps: STEPS })),
      );
      if (process.env['STORIES_TOLD'] !== undefined)
        for (const { told } of lives) console.log(told.join(', '));
    }
    expect(wrong).toEqual([]);
  },
);
