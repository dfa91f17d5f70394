import { expect } from 'vitest';
import { brokenInvariants } from '#test/api/invariants.ts';
import { test as base } from '#test/rooms/approving.ts';
import { makePaypalChanger, type PayPalCase } from '#test/rooms/paypal-cases.ts';
import { seeded } from '#test/storm/random.ts';
import { often } from '#test/thorough.ts';

/** Changes of plan and provider; `CHANGES=1000` is the large form. */
const CASES = often('CHANGES', { thorough: 25, quick: 15 });
/** Of each member. */
const EACH = 5;
const SEED = Number(process.env['CHANGES_SEED'] ?? 20_261_123);

const test = base.extend('changer', { scope: 'file' }, ({ app, stripe, prices, priceOf }) =>
  makePaypalChanger(app, stripe, { stripe: prices, paypal: priceOf }),
);

test(
  `${CASES} changes through PayPal, and between providers, cost to the cent what their dialogs promised (CHANGES_SEED=${SEED})`,
  { timeout: 60_000 + CASES * 4000 },
  async ({ app, changer }) => {
    const cases: PayPalCase[] = [];
    for (let nr = 0; nr * EACH < CASES; nr += 1) cases.push(...(await changer.play(seeded(SEED + nr), EACH)));
    const wrong = cases.filter(({ promised, billed }) => JSON.stringify(promised) !== JSON.stringify(billed));
    expect(wrong).toEqual([]);
    expect(await brokenInvariants(app.db)).toEqual([]);
    const count = (holds: (one: PayPalCase) => boolean): number => cases.filter(holds).length;
    const kinds = {
      cases: cases.length,
      upgrade: count(({ kind }) => kind === 'upgrade'),
      switch: count(({ kind }) => kind === 'switch'),
      downgrade: count(({ kind }) => kind === 'downgrade'),
      unable: count(({ kind }) => kind === 'unable'),
      moves: count(({ moves }) => moves),
      refunded: count(({ has }) => has.includes('refund')),
      spent: count(({ has }) => has.includes('spent')),
      taxed: count(({ has }) => has.includes('vat')),
    };
    console.log(JSON.stringify(kinds));
    // Else the cases would prove little.
    for (const found of Object.values(kinds)) expect(found).toBeGreaterThan(CASES / 50);
  },
);
