import { expect } from 'vitest';
import { test } from '#test/rooms/approving.ts';
import type { Store } from '#test/rooms/store.ts';
import { liveAtBoth } from '#test/storm/both-lives.ts';
import type { PayPalLife } from '#test/storm/paypal-steps.ts';
import { seeded } from '#test/storm/random.ts';
import { often } from '#test/thorough.ts';

/** Lives; `STORIES=200` is the large form. */
const STORIES = often('STORIES', { thorough: 3, quick: 1 });
const SEED = Number(process.env['STORIES_SEED'] ?? 20_261_123);
const AT_ONCE = 10;
const STEPS = 12;

test(
  `${STORIES} lives of ${STEPS} steps at both providers: one membership each, credits, money and status as they say (STORIES_SEED=${SEED})`,
  { timeout: 120_000 + STORIES * 20_000 },
  async ({ app, stripe, sandbox, prices, buyer, paypal, priceOf }) => {
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
    const world = {
      app,
      stripe,
      sandbox,
      priceOf: prices,
      paypal: paypal.context,
      paypalPrice: priceOf,
    };
    const wrong: string[] = [];
    for (let begun = 0; begun < STORIES; begun += AT_ONCE) {
      const random = seeded(SEED + begun);
      const lives: PayPalLife[] = [];
      for (let nr = 0; nr < Math.min(AT_ONCE, STORIES - begun); nr += 1) {
        const own = seeded(Math.floor(random() * 2 ** 31));
        const person = await buyer({ hadTrial: own() < 0.6 });
        lives.push({ person, random: own, customer: null, told: [], left: [], refunded: new Set() });
      }
      wrong.push(...(await liveAtBoth(world, store, lives, { random, steps: STEPS })));
      if (process.env['STORIES_TOLD'] !== undefined)
        for (const { told } of lives) console.log(told.join(', '));
    }
    expect(wrong).toEqual([]);
  },
);
