import { describe, expect } from 'vitest';
import * as calls from '#shared/billing/contract-buying.ts';
import { decideDispute, dispute } from '#sandbox/stripe/commands.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/buying.ts';
import { comeIn, makeInvitation } from '#test/rooms/referrals.ts';
import { settle } from '#test/rooms/store.ts';
import { balance } from '../credits/service.ts';
import { grant } from '../credits/steps.ts';
import { payRewards } from './jobs.ts';
import { decideReward } from './service.ts';

/** The provider's own words about money, from the purchase to the reward (docs/product/referrals.md#reward). */
const test = base
  .extend('inviter', ({ app }) => app.people.make('client'))
  /** A friend who has signed up by an invitation, for whom a membership begins without a trial. */
  .extend('bring', ({ app, clock, studio, prices }) => async (inviter: TestPerson) => {
    prices('credit');
    const { id, code } = await makeInvitation(app.db, { inviterId: inviter.id, at: clock.now() });
    const person = await comeIn(app, code);
    await studio.inTx((tx, now) => {
      const lot = { source: 'trial', amount: 1, expiresAt: now.add({ hours: 1 }) } as const;
      return grant(tx, { ...lot, personId: person.id, grantKey: `trial:${person.id}`, now });
    });
    return { person, invitation: id };
  })
  .extend('friend', ({ bring, inviter }) => bring(inviter))
  .extend('follow', { scope: 'file' }, ({ app }) => async () => {
    await settle(app);
    await app.queues.drain();
  })
  .extend('buy', { scope: 'file' }, ({ app, press, pay, follow }) => ({
    plan: async (person: TestPerson, more: object = {}) => {
      const { body } = await press(person, 'studio_5', { country: 'PT', ...more });
      await pay(body.url);
      await follow();
    },
    topUp: async (person: TestPerson) => {
      const { body } = await app.call(calls.createTopup, { body: { amount: 2, country: 'PT' } }, person);
      await pay(body.url);
      await follow();
    },
    bundle: async (person: TestPerson) => {
      const wanted = { bundle_id: 'bundle-3', country: 'PT' };
      const { body } = await app.call(calls.purchaseBundle, { body: wanted }, person);
      await pay(body.url);
      await follow();
    },
  }))
  /** An invitation, and the inviter's credits. */
  .extend('look', ({ app, clock, friend, inviter }) => async () => {
    const row = await app.db
      .selectFrom('invitations')
      .select(['status', 'rejected_for', 'needs_operator'])
      .where('id', '=', friend.invitation)
      .executeTakeFirstOrThrow();
    const { sessions_left } = await balance(app.db, inviter.id, clock.now());
    return [row.status, row.rejected_for ?? row.needs_operator, sessions_left];
  })
  /** The friend's payments at the provider, the first first. */
  .extend('paymentsOf', { scope: 'file' }, ({ atProvider }) => async (person: TestPerson) => {
    const { paid } = await atProvider(person);
    return paid.map(({ id, amount }) => ({ id, amount })).toReversed();
  })
  .extend('days', ({ app, clock }) => async (n: number) => {
    clock.add({ hours: 24 * n });
    await payRewards.run(app.ctx(), {});
  });

const WAITS = ['waiting-for-approval', null, 0];
const DELIVERED = ['reward-delivered', null, 5];
const REFUNDED = ['rejected', 'refunded', 0];

describe('what earns a reward', () => {
  test('neither a bundle nor a top-up nor a membership for nothing: the first paid invoice of one', async ({
    stripe,
    friend: { person },
    buy,
    look,
    days,
  }) => {
    await buy.topUp(person);
    await buy.bundle(person);
    await days(4);
    expect(await look()).toEqual(['accepted-signup', null, 0]);
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
    await stripe.promotionCodes.create({ code: 'NOTHING', promotion: { type: 'coupon', coupon: coupon.id } });
    await buy.plan(person, { coupon: 'NOTHING' });
    await days(4);
    expect(await look()).toEqual(['accepted-signup', null, 0]);
  });

  test('three days after it, both are paid', async ({ friend: { person }, buy, look, days }) => {
    await buy.plan(person);
    expect(await look()).toEqual(WAITS);
    await days(2);
    expect(await look()).toEqual(WAITS);
    await days(1);
    expect(await look()).toEqual(DELIVERED);
  });
});

describe('money that goes back', () => {
  test('all of it within the 3 days: rejected, for good', async ({
    stripe,
    friend: { person },
    buy,
    follow,
    paymentsOf,
    look,
    days,
  }) => {
    await buy.plan(person);
    const [payment] = await paymentsOf(person);
    await days(2);
    await stripe.refunds.create({ payment_intent: payment?.id ?? '' });
    await follow();
    expect(await look()).toEqual(REFUNDED);
    await days(2);
    expect(await look()).toEqual(REFUNDED);
  });

  test('a part of it: the operator decides; then the rest: rejected', async ({
    app,
    stripe,
    friend: { person, invitation },
    buy,
    follow,
    paymentsOf,
    look,
    days,
  }) => {
    await buy.plan(person);
    const [payment] = await paymentsOf(person);
    const intent = payment?.id ?? '';
    await stripe.refunds.create({ payment_intent: intent, amount: 500 });
    await follow();
    const held = ['waiting-for-approval', 'partly_refunded', 0];
    expect(await look()).toEqual(held);
    await days(4);
    expect(await look()).toEqual(held);
    await stripe.refunds.create({ payment_intent: intent });
    await follow();
    expect(await look()).toEqual(REFUNDED);
    expect(await decideReward(app.ctx(), { id: invitation, approve: true })).toMatchObject({ ok: false });
  });

  test('a part of it, and the operator pays all the same', async ({
    app,
    stripe,
    friend: { person, invitation },
    buy,
    follow,
    paymentsOf,
    look,
  }) => {
    await buy.plan(person);
    const [payment] = await paymentsOf(person);
    await stripe.refunds.create({ payment_intent: payment?.id ?? '', amount: 500 });
    await follow();
    expect((await decideReward(app.ctx(), { id: invitation, approve: true })).ok).toBe(true);
    expect(await look()).toEqual(DELIVERED);
  });

  test('after the 3 days the reward stays', async ({
    stripe,
    friend: { person },
    buy,
    follow,
    paymentsOf,
    look,
    days,
  }) => {
    await buy.plan(person);
    await days(3);
    const [payment] = await paymentsOf(person);
    await stripe.refunds.create({ payment_intent: payment?.id ?? '' });
    await follow();
    expect(await look()).toEqual(DELIVERED);
  });

  test('a dispute within the 3 days rejects when it is opened, whoever wins it', async ({
    sandbox,
    friend: { person },
    buy,
    follow,
    paymentsOf,
    look,
    days,
  }) => {
    await buy.plan(person);
    const [payment] = await paymentsOf(person);
    const disputed = await dispute(sandbox.context, payment?.id ?? '');
    await follow();
    expect(await look()).toEqual(REFUNDED);
    await decideDispute(sandbox.context, disputed, true);
    await follow();
    await days(4);
    expect(await look()).toEqual(REFUNDED);
  });

  test('a dispute after the 3 days takes nothing back', async ({
    sandbox,
    friend: { person },
    buy,
    follow,
    paymentsOf,
    look,
    days,
  }) => {
    await buy.plan(person);
    await days(3);
    const [payment] = await paymentsOf(person);
    await dispute(sandbox.context, payment?.id ?? '');
    await follow();
    expect(await look()).toEqual(DELIVERED);
  });

  test('of another purchase it is nothing to the reward', async ({
    stripe,
    friend: { person },
    buy,
    follow,
    paymentsOf,
    look,
    days,
  }) => {
    await buy.topUp(person);
    await buy.plan(person);
    const [topUp] = await paymentsOf(person);
    await stripe.refunds.create({ payment_intent: topUp?.id ?? '' });
    await follow();
    expect(await look()).toEqual(WAITS);
    await days(3);
    expect(await look()).toEqual(DELIVERED);
  });

  test('before the payment itself is told of, in whatever order', async ({
    stripe,
    friend: { person },
    press,
    pay,
    follow,
    paymentsOf,
    look,
    days,
  }) => {
    const { body } = await press(person, 'studio_5', { country: 'PT' });
    // What the purchase tells of waits in its queues.
    await pay(body.url);
    const [payment] = await paymentsOf(person);
    await stripe.refunds.create({ payment_intent: payment?.id ?? '' });
    await follow();
    expect(await look()).toEqual(REFUNDED);
    await days(4);
    expect(await look()).toEqual(REFUNDED);
  });
});

test('a card that the inviter has in a trial, and that was never charged, rejects', async ({
  app,
  buyer,
  bring,
  buy,
}) => {
  const inviter = await buyer({ status: 'signup' });
  await buy.plan(inviter);
  const { person, invitation } = await bring(inviter);
  await buy.plan(person);
  const row = await app.db
    .selectFrom('invitations')
    .select(['status', 'rejected_for'])
    .where('id', '=', invitation)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: 'rejected', rejected_for: 'same_card' });
});

test('nothing of it breaks what must hold', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
