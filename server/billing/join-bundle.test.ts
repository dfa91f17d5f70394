import { describe, expect } from 'vitest';
import { joinBundle } from '#shared/billing/contract.ts';
import { USER_STATUSES } from '#shared/billing/rules.ts';
import type { Catalogue } from '#shared/content/contract-store.ts';
import { getMe } from '#shared/me/contract.ts';
import { catalogue, resetDocument, writeDocument } from '../content/service.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('ctx', { scope: 'file' }, ({ app }) => () => ({ db: app.db, now: app.clock.now() }))
  .extend(
    'join',
    { scope: 'file' },
    ({ app }) =>
      (person: TestPerson | null, bundle_id = 'free-trial', headers: Record<string, string> = {}) =>
        app.call(joinBundle, { body: { bundle_id }, headers }, person),
  )
  .extend('seen', { scope: 'file' }, ({ app }) => async (person: TestPerson) => {
    const { user } = (await app.call(getMe, {}, person)).body;
    return [user.status, user.sessions_left];
  });

test.afterEach(({ ctx }) => resetDocument(ctx(), 'pricing'));

describe('joining the free bundle', () => {
  test.for(['signup', 'cancelled', 'ondemand'] as const)(
    '%s becomes ondemand, with the one trial credit for 14 days',
    async (status, { app, studio, join, seen }) => {
      const client = await studio.makeClient({ status, credits: 0 });
      const { status: answered, body } = await join(client);
      expect([answered, body]).toEqual([
        200,
        { bundle_id: 'free-trial', product_name: 'Free trial', credits: 1 },
      ]);
      expect(await seen(client)).toEqual(['ondemand', 1]);
      const lot = await app.db
        .selectFrom('credit_lots')
        .selectAll()
        .where('person_id', '=', client.id)
        .executeTakeFirstOrThrow();
      expect(lot).toMatchObject({ source: 'trial', amount: 1, grant_key: `trial:${client.id}` });
      expect(lot.expires_at?.toString()).toBe('2026-12-05T12:00:00Z');
    },
  );

  test('who has no membership row yet has signed up', async ({ app, join, seen }) => {
    const client = await app.people.make('client');
    expect((await join(client)).status).toBe(200);
    expect(await seen(client)).toEqual(['ondemand', 1]);
  });

  test.for(USER_STATUSES.filter((status) => !['signup', 'cancelled', 'ondemand'].includes(status)))(
    '%s has a plan: 409, nothing changes',
    async (status, { studio, join, seen }) => {
      const client = await studio.makeClient({ status, credits: 0 });
      expect((await join(client)).problem).toMatchObject({ status: 409, code: 'not_for_you' });
      expect(await seen(client)).toEqual([status, 0]);
    },
  );

  test('again brings nothing more; a trial is once for an account, also after it ran out', async ({
    app,
    studio,
    join,
    seen,
  }) => {
    const client = await studio.makeClient({ status: 'signup', credits: 0 });
    expect((await join(client)).body.credits).toBe(1);
    expect((await join(client)).body.credits).toBe(0);
    app.clock.add({ hours: 24 * 30 });
    expect((await join(client)).body.credits).toBe(0);
    expect(await seen(client)).toEqual(['ondemand', 0]);
    app.clock.add({ hours: -24 * 30 });
  });

  test('the same Idempotency-Key is answered with the first answer; another body under it is refused', async ({
    studio,
    join,
    seen,
  }) => {
    const client = await studio.makeClient({ status: 'signup', credits: 0 });
    const key = { 'idempotency-key': 'once' };
    const first = await join(client, 'free-trial', key);
    expect((await join(client, 'free-trial', key)).body).toEqual(first.body);
    expect((await join(client, 'bundle-3', key)).status).toBe(422);
    expect(await seen(client)).toEqual(['ondemand', 1]);
  });

  test('32 at once: one credit', async ({ studio, join, seen }) => {
    const client = await studio.makeClient({ status: 'signup', credits: 0 });
    const answers = await Promise.all(Array.from({ length: 32 }, () => join(client)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200));
    expect(answers.reduce((sum, { body }) => sum + body.credits, 0)).toBe(1);
    expect(await seen(client)).toEqual(['ondemand', 1]);
  });

  test('a free bundle with credits of its own gives them once, besides the trial', async ({
    app,
    studio,
    ctx,
    join,
    seen,
  }) => {
    const own: Catalogue = JSON.parse(JSON.stringify(await catalogue({ db: app.db })));
    own.bundles.push({ id: 'gift', title: 'A gift', price: 0, credits: 2, pricing_bundle: [] });
    await writeDocument(ctx(), 'pricing', own);
    const client = await studio.makeClient({ status: 'cancelled', credits: 0 });
    expect((await join(client, 'gift')).body.credits).toBe(3);
    expect((await join(client, 'gift')).body.credits).toBe(0);
    expect((await join(client, 'free-trial')).body.credits).toBe(0);
    expect(await seen(client)).toEqual(['ondemand', 3]);
  });

  test('no such bundle is 404, one with a price 422, a bad body 400', async ({ app, studio, join }) => {
    const client = await studio.makeClient({ status: 'signup' });
    expect((await join(client, 'nothing')).problem).toMatchObject({ status: 404, code: 'not_found' });
    expect((await join(client, 'bundle-3')).problem).toMatchObject({ status: 422, code: 'not_free' });
    expect((await join(client, 'x'.repeat(65))).status).toBe(400);
    expect((await app.call(joinBundle, { body: {} as never }, client)).status).toBe(400);
  });

  test('nobody is 401; a managed client, a partner and an operator are 403', async ({ app, join }) => {
    expect((await join(null)).problem).toMatchObject({ status: 401, code: 'not_signed_in' });
    for (const role of ['managed', 'partner', 'operator'] as const)
      expect((await join(await app.people.make(role))).problem).toMatchObject({
        status: 403,
        code: 'wrong_role',
      });
  });
});

test('a trial without a card reads as cancelled from its end on, and the bundle then keeps when it ended', async ({
  app,
  studio,
  join,
}) => {
  const client = await studio.makeClient({ status: 'trial', credits: 0 });
  const end = app.clock.now().add({ hours: 1 });
  const change = { trial_ends_at: end };
  await app.db.updateTable('memberships').set(change).where('person_id', '=', client.id).execute();
  expect((await join(client)).status).toBe(409);
  app.clock.instant = end;
  const { user } = (await app.call(getMe, {}, client)).body;
  expect(user).toMatchObject({ status: 'cancelled', cohort: 'cancelled', has_limitations: true });
  expect(user.subscription).toMatchObject({ isTrial: false, isSubscribed: false, nextBillingDate: null });
  expect((await join(client)).status).toBe(200);
  const row = await app.db
    .selectFrom('memberships')
    .select(['status', 'ended_at'])
    .where('person_id', '=', client.id)
    .executeTakeFirstOrThrow();
  expect([row.status, row.ended_at?.toString()]).toEqual(['ondemand', end.toString()]);
  app.clock.add({ hours: -1 });
});
