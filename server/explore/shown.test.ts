import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { listPartners, searchPartners } from '#shared/explore/contract.ts';
import { test as base } from '#test/api/test.ts';
import { often } from '#test/thorough.ts';

const test = base
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient())
  .extend('musicians', { scope: 'file' }, async ({ studio }) => {
    const made: string[] = [];
    for (let n = 0; n < 12; n += 1) made.push((await studio.makeMusician({ visible: n % 2 === 0 })).id);
    return made;
  })
  /** The kept number, the true one, and the rows that make the first. */
  .extend('counts', { scope: 'file' }, ({ app }) => async () => {
    const { rows } = await sql<{ kept: number; shown: number; parts: number }>`
      select (select coalesce(sum(change), 0)::integer from shown_musicians) as kept,
        (select count(*)::integer from musicians where visible) as shown,
        (select count(*)::integer from shown_musicians) as parts`.execute(app.db);
    return rows[0] ?? { kept: 0, shown: -1, parts: 0 };
  });

test('both listings say how many musicians are shown, as they come and go', async ({
  app,
  client,
  musicians,
  counts,
}) => {
  const totals = async () => [
    (await app.call(listPartners, { query: {} }, client)).body.total,
    (await app.call(searchPartners, { query: {} }, client)).body.total,
  ];
  expect(await totals()).toEqual([6, 6]);
  await app.db.updateTable('musicians').set({ visible: true }).execute();
  expect(await totals()).toEqual([12, 12]);
  await app.db
    .updateTable('musicians')
    .set({ visible: false })
    .where('person_id', 'in', musicians.slice(0, 5))
    .execute();
  expect(await totals()).toEqual([7, 7]);
  expect((await counts()).kept).toBe(7);
});

class Undone extends Error {}

interface Step {
  readonly who: readonly number[];
  readonly act: 'show' | 'hide' | 'turn' | 'moved';
  readonly undone: boolean;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    who: fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 4 }),
    // `moved`: deleted, and put back as they were.
    act: fc.constantFrom('show', 'hide', 'turn', 'moved'),
    undone: fc.boolean(),
  }),
  { minLength: 8, maxLength: 40 },
);

const VISIBLE = { show: sql`true`, hide: sql`false`, turn: sql`not visible` };
/** What refers to a musician who is deleted. */
const OWNED = ['musician_instruments', 'musician_services', 'weekly_hours', 'slots'];

test(
  'transactions that run at once, some of them undone, leave the number that is true',
  { timeout: 240_000 },
  async ({ app, musicians, counts }) => {
    const run = async ({ who, act, undone }: Step): Promise<void> => {
      const ids = sql`any(${who.map((n) => musicians[n])}::uuid[])`;
      const done = app.db.transaction().execute(async (tx) => {
        await sql`select from people where id = ${ids} order by id for no key update`.execute(tx);
        if (act === 'moved') {
          await sql`create temporary table moved on commit drop as
            select * from musicians where person_id = ${ids}`.execute(tx);
          for (const table of OWNED)
            await sql`delete from ${sql.table(table)} where musician_id = ${ids}`.execute(tx);
          await sql`delete from musicians where person_id = ${ids}`.execute(tx);
          await sql`insert into musicians select * from moved`.execute(tx);
        } else await sql`update musicians set visible = ${VISIBLE[act]} where person_id = ${ids}`.execute(tx);
        if (undone) throw new Undone();
      });
      await done.catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });
    };
    await fc.assert(
      fc.asyncProperty(steps, async (some) => {
        await Promise.all(some.map(run));
        const { kept, shown, parts } = await counts();
        expect(kept).toBe(shown);
        expect(parts).toBeLessThan(80);
      }),
      { numRuns: often('RUNS', { thorough: 12, quick: 6 }) },
    );
  },
);
