import { expect } from 'vitest';
import { inParallel } from '#server/lib/parallel.ts';
import { seeded } from '#test/storm/random.ts';
import { test as base } from '#test/rooms/buying.ts';
import { makeChanger, type ChangeCase } from '#test/rooms/change-cases.ts';
import { often } from '#test/thorough.ts';

/** Changes of plan; `CHANGES=1000` is the large form. */
const CASES = often('CHANGES', { thorough: 40, quick: 20 });
/** Of each member. */
const EACH = 5;
const SEED = Number(process.env['CHANGES_SEED'] ?? 20_261_123);
/** Members at once. */
const AT_ONCE = 4;

const test = base.extend('changer', { scope: 'file' }, ({ app, stripe, prices }) =>
  makeChanger(app, stripe, prices),
);

test(
  `${CASES} changes of plan are billed to the cent as their dialogs promised (CHANGES_SEED=${SEED})`,
  { timeout: 60_000 + CASES * 4000 },
  async ({ changer }) => {
    const cases: ChangeCase[] = [];
    const members = Array.from({ length: Math.ceil(CASES / EACH) }, (_, nr) => nr);
    await inParallel(AT_ONCE, members, async (nr) => {
      cases.push(...(await changer.play(seeded(SEED + nr), EACH)));
    });
    const wrong = cases.filter(({ promised, billed }) => JSON.stringify(promised) !== JSON.stringify(billed));
    expect(wrong).toEqual([]);
    const count = (holds: (one: ChangeCase) => boolean): number => cases.filter(holds).length;
    const kinds = {
      cases: cases.length,
      upgrade: count(({ kind }) => kind === 'upgrade'),
      switch: count(({ kind }) => kind === 'switch'),
      downgrade: count(({ kind }) => kind === 'downgrade'),
      discounted: count(({ has }) => has.includes('discount')),
      refunded: count(({ has }) => has.includes('refund')),
      spent: count(({ has }) => has.includes('spent')),
      balance: count(({ has }) => has.includes('balance')),
      taxed: count(({ has }) => has.includes('vat')),
    };
    console.log(JSON.stringify(kinds));
    // Else the cases would prove little.
    for (const found of Object.values(kinds)) expect(found).toBeGreaterThan(CASES / 20);
  },
);
