import { describe, expect } from 'vitest';
import { FLAG_DEFAULTS, type FlagName } from '#shared/content/rules.ts';
import type { Catalogue } from '#shared/content/contract-store.ts';
import { getMe } from '#shared/me/contract.ts';
import { catalogue, resetDocument, writeDocument } from '../content/service.ts';
import { transaction } from '../db/transaction.ts';
import type { TestPerson } from '#test/api/people.ts';
import { openAccount } from './steps.ts';
import { test as base } from '#test/api/test.ts';

type Opening = Pick<Parameters<typeof openAccount>[2], 'as' | 'bundleId'>;

const test = base
  /** Opens the account of a new person in a transaction, as the sign-up does. */
  .extend(
    'open',
    { scope: 'file' },
    ({ app }) =>
      async (opening: Opening, flags: Partial<Record<FlagName, boolean>> = {}) => {
        const person = await app.people.make('client');
        const now = app.clock.now();
        const { db } = app;
        const ctx = {
          db,
          now,
          flags: { ...FLAG_DEFAULTS, ...flags },
          events: app.queues,
          settings: app.ctx().settings,
        };
        const opened = await transaction({ db, now }, (tx) =>
          openAccount(tx, ctx, { personId: person.id, now, ...opening }),
        );
        return { person, opened };
      },
  )
  .extend('seen', { scope: 'file' }, ({ app }) => async (person: TestPerson) => {
    const { user } = (await app.call(getMe, {}, person)).body;
    return [user.status, user.cohort, user.sessions_left];
  })
  /** The offers without their free bundle. */
  .extend('withoutFree', { scope: 'file' }, ({ app }) => async (): Promise<void> => {
    const own: Catalogue = JSON.parse(JSON.stringify(await catalogue({ db: app.db })));
    own.bundles = own.bundles.filter(({ price }) => price > 0);
    own.cohorts.public.bundles = ['bundle-3'];
    await writeDocument({ db: app.db, now: app.clock.now() }, 'pricing', own);
  });

test.afterEach(({ app }) => resetDocument({ db: app.db, now: app.clock.now() }, 'pricing'));

describe('an account is opened', () => {
  test('as signup: nothing chosen, no credit', async ({ open, seen }) => {
    const { person, opened } = await open({ as: 'signup' });
    expect(opened).toEqual({ ok: true, value: { credits: 0 } });
    expect(await seen(person)).toEqual(['signup', 'public', 0]);
  });

  test('as ondemand: at once, no credit; with the free bundle its trial credit; with one that costs, none before it is bought', async ({
    open,
    seen,
  }) => {
    const bare = await open({ as: 'ondemand' });
    expect(await seen(bare.person)).toEqual(['ondemand', 'ondemand', 0]);
    const free = await open({ as: 'ondemand', bundleId: 'free-trial' });
    expect(await seen(free.person)).toEqual(['ondemand', 'ondemand', 1]);
    const paid = await open({ as: 'ondemand', bundleId: 'bundle-3' });
    expect(await seen(paid.person)).toEqual(['ondemand', 'ondemand', 0]);
  });

  test('with a bundle that there is not: refused, nothing is written', async ({ app, open }) => {
    const { person, opened } = await open({ as: 'ondemand', bundleId: 'nothing' });
    expect(opened).toMatchObject({ ok: false, reason: 'no_such_bundle' });
    const rows = await app.db
      .selectFrom('memberships')
      .selectAll()
      .where('person_id', '=', person.id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('as free: the auto-selected free bundle', async ({ open, seen }) => {
    const { person, opened } = await open({ as: 'free' });
    expect(opened).toEqual({ ok: true, value: { credits: 1 } });
    expect(await seen(person)).toEqual(['ondemand', 'ondemand', 1]);
  });

  test('as free where there is none: the trial without a card, 14 days and one credit', async ({
    app,
    open,
    seen,
    withoutFree,
  }) => {
    await withoutFree();
    const { person } = await open({ as: 'free' });
    expect(await seen(person)).toEqual(['trial', 'legacy', 1]);
    const began = app.clock.instant;
    app.clock.instant = began.add({ hours: 14 * 24 }).subtract({ milliseconds: 1 });
    expect(await seen(person)).toEqual(['trial', 'legacy', 1]);
    app.clock.instant = began.add({ hours: 14 * 24 });
    expect(await seen(person)).toEqual(['cancelled', 'cancelled', 0]);
    app.clock.instant = began;
  });

  test('as free where the studio offers no trial: ondemand without a credit, with and without the bundle', async ({
    open,
    seen,
    withoutFree,
  }) => {
    const joined = await open({ as: 'free' }, { 'free-trial': false });
    expect(await seen(joined.person)).toEqual(['ondemand', 'ondemand', 0]);
    await withoutFree();
    const { person } = await open({ as: 'free' }, { 'free-trial': false });
    expect(await seen(person)).toEqual(['ondemand', 'ondemand', 0]);
  });
});
