import { describe, expect } from 'vitest';
import { getBilling } from '#shared/billing/contract-area.ts';
import * as calls from '#shared/billing/contract-changing.ts';
import { getCancellation, getRestart } from '#shared/billing/contract-leaving.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/changing.ts';
import { travel } from '#test/rooms/store.ts';

const test = base
  .extend(
    'downgrade',
    { scope: 'file' },
    ({ app, prices }) =>
      (person: TestPerson, offer: string) =>
        app.call(calls.downgradeSubscription, { body: { priceId: prices(offer) } }, person),
  )
  .extend('periodEnd', { scope: 'file' }, ({ atProvider }) => async (person: TestPerson) => {
    const [live] = (await atProvider(person)).subscriptions;
    const seconds = live?.items.data[0]?.current_period_end ?? 0;
    return Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();
  });

test('cancelling says beforehand that the planned plan does not come', async ({ app, member, downgrade }) => {
  const { person } = await member('studio_10');
  const dropped = async () => (await app.call(getCancellation, {}, person)).body.dropped_plan;
  expect(await dropped()).toBeNull();
  await downgrade(person, 'studio_5');
  expect(await dropped()).toBe('Studio 5');
});

test('the billing area says what the smaller plan costs next, and what the running one costs once it is kept', async ({
  app,
  member,
  downgrade,
  preview,
}) => {
  const { person } = await member('studio_10');
  const nextOf = async () => (await app.call(getBilling, {}, person)).body.plan?.next;
  const kept = await nextOf();
  expect(kept).toMatchObject({ credits: 10, amount: { net_cents: 34_900 } });
  const { breakdown } = (await preview(person, 'studio_5')).body;
  await downgrade(person, 'studio_5');
  const { net_cents, vat_cents, total_cents } = breakdown;
  expect(await nextOf()).toEqual({ ...kept, credits: 5, amount: { net_cents, vat_cents, total_cents } });
  await app.call(calls.keepPlan, {}, person);
  expect(await nextOf()).toEqual(kept);
});

describe('after a downgrade has come', () => {
  test('the next one comes at the end of the period that runs then', async ({
    app,
    stripe,
    member,
    change,
    downgrade,
    periodEnd,
    atProvider,
    prices,
  }) => {
    const { person, clock } = await member('studio_10');
    await downgrade(person, 'studio_5');
    await travel(app, stripe, clock, 35);
    expect((await change(person, 'studio_10')).body.status).toBe('active');
    await travel(app, stripe, clock, 3);
    const ends = await periodEnd(person);
    expect((await downgrade(person, 'studio_2')).body).toEqual({ from: ends });
    expect((await app.call(getBilling, {}, person)).body.plan?.pending).toMatchObject({ from: ends });
    // The schedule of the first one would have ended by then.
    await travel(app, stripe, clock, 24);
    const priceOf = async () => (await atProvider(person)).subscriptions[0]?.items.data[0]?.price.id;
    expect(await priceOf()).toBe(prices('studio_10'));
    await travel(app, stripe, clock, 6);
    expect(await priceOf()).toBe(prices('studio_2'));
  });

  test('the billing cycle can be restarted', async ({ app, stripe, member, downgrade }) => {
    const { person, clock } = await member('studio_10');
    await downgrade(person, 'studio_5');
    expect((await app.call(getRestart, {}, person)).problem.code).toBe('change_pending');
    await travel(app, stripe, clock, 35);
    expect((await app.call(getRestart, {}, person)).body).toMatchObject({ net_cents: 19_900 });
  });
});

test('8 presses and one more plan one downgrade', async ({ member, downgrade, periodEnd, stripe }) => {
  const { person, customer } = await member('studio_10');
  const presses = await Promise.all(Array.from({ length: 8 }, () => downgrade(person, 'studio_5')));
  const all = [...presses, await downgrade(person, 'studio_5')];
  const from = await periodEnd(person);
  expect(all.map(({ status, body }) => [status, body.from])).toEqual(all.map(() => [200, from]));
  const { data } = await stripe.subscriptionSchedules.list({ customer });
  expect(data.filter(({ status }) => status === 'active')).toHaveLength(1);
  expect((await downgrade(person, 'studio_2')).problem.code).toBe('change_pending');
});

test('of a downgrade and an upgrade pressed at once only one is made', async ({
  member,
  preview,
  app,
  prices,
  downgrade,
  atProvider,
}) => {
  for (let round = 0; round < 4; round += 1) {
    const { person } = await member('studio_5');
    const { at, due_today_cents, balance_cents } = (await preview(person, 'studio_10')).body;
    const body = { priceId: prices('studio_10'), at, due_today_cents, balance_cents };
    const upgrade = () => app.call(calls.changeSubscription, { body }, person);
    const [up, down] = await Promise.all([upgrade(), downgrade(person, 'studio_2')]);
    expect(new Set([up.status, down.status])).toEqual(new Set([200, 409]));
    const { subscriptions, paid } = await atProvider(person);
    const isUp = up.status === 200;
    expect(subscriptions[0]?.items.data[0]?.price.id).toBe(prices(isUp ? 'studio_10' : 'studio_5'));
    expect(paid).toHaveLength(isUp ? 2 : 1);
    const { plan } = (await app.call(getBilling, {}, person)).body;
    expect(plan?.pending?.name).toBe(isUp ? undefined : 'Studio 2');
  }
});

test('what a crash left half planned is in nobody’s way', async ({
  stripe,
  member,
  change,
  downgrade,
  atProvider,
  periodEnd,
}) => {
  const half = async () => {
    const { person } = await member('studio_5');
    const [live] = (await atProvider(person)).subscriptions;
    await stripe.subscriptionSchedules.create({ from_subscription: live?.id ?? '' });
    return person;
  };
  const down = await half();
  expect((await downgrade(down, 'studio_2')).body).toEqual({ from: await periodEnd(down) });
  const up = await half();
  expect((await change(up, 'studio_10')).body.status).toBe('active');
  expect((await atProvider(up)).subscriptions).toMatchObject([{ schedule: null }]);
});
