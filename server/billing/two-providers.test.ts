import { describe, expect } from 'vitest';
import type { CustomerState, PaymentState, Provider } from '#shared/billing/rules-provider.ts';
import { getMe } from '#shared/me/contract.ts';
import { newId } from '#server/lib/ids.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { test as base } from '#test/api/test.ts';
import {
  applyState,
  insertPrices,
  makePayment,
  makeState,
  makeSubscription,
  openCredits,
  unique,
} from '#test/rooms/billing.ts';

const at = (day: number) => Temporal.Instant.from('2026-11-21T12:00:00Z').add({ hours: 24 * day });
const TRIAL = { is_trial: true, total_cents: 0, net_cents: 0 } as const;
const trialing = { status: 'trialing', trial_end: at(14), last_payment: null } as const;

const paid = (subscription: string, name: string, more: Partial<PaymentState> = {}) =>
  makePayment({
    provider_id: `${name}-${subscription}`,
    subscription_id: subscription,
    item_id: subscription,
    ...more,
  });

/** A member by card, and what PayPal says of the same person. */
const test = base
  .extend('prices', { scope: 'file', auto: true }, ({ app }) => insertPrices(app))
  .extend('member', async ({ app, studio }) => {
    const person = await studio.makeClient({ status: 'signup', credits: 0 });
    const [card, payer] = [unique('sub'), unique('I')];
    const checkout = newId();
    return {
      person,
      card,
      payer,
      apply: (provider: Provider, more: Partial<CustomerState>) =>
        applyState(app, makeState(person.id, { provider, customer_id: `${provider}-${person.id}`, ...more })),
      byCard: (more = {}) => makeSubscription({ id: card, ...more }),
      byPaypal: (more = {}) =>
        makeSubscription({ id: payer, price_id: 'P-studio10', checkout_id: checkout, ...more }),
      paidByCard: (name: string, more = {}) => paid(card, name, more),
      paidByPaypal: (name: string, more = {}) => paid(payer, name, { price_id: 'P-studio10', ...more }),
      /** What is begun at one provider to take the place of the subscription at the other. */
      replace: (provider: Provider, subscription: string, counted_at: Temporal.Instant) =>
        app.db
          .insertInto('billing_checkouts')
          .values({
            id: checkout,
            person_id: person.id,
            provider,
            mode: 'test',
            kind: 'plan',
            price_id: provider === 'paypal' ? 'P-studio10' : 'studio10',
            quantity: 1,
            way: 'hosted',
            state: 'open',
            replaces_provider: provider === 'paypal' ? 'stripe' : 'paypal',
            replaces_subscription: subscription,
            counted_at,
            started_at: counted_at,
            expires_at: counted_at.add({ hours: 24 }),
          })
          .execute(),
      credits: () => openCredits(app, person.id),
      user: async () => {
        const { user } = (await app.call(getMe, {}, person)).body;
        return [user.status, user.subscription.paymentsProvider];
      },
      ends: () =>
        app.db
          .selectFrom('billing_notices')
          .select('key')
          .where('person_id', '=', person.id)
          .where('key', 'like', '%membership-ended%')
          .execute(),
    };
  });

test.afterAll(async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

describe('a membership by card that PayPal takes over', () => {
  test('goes on with the new plan, and ends at the other provider without an end', async ({ member }) => {
    const { card, byCard, byPaypal, paidByCard, paidByPaypal, apply, credits, user, ends } = member;
    const months = [paidByCard('a'), paidByCard('b', { paid_at: at(30) })];
    await apply('stripe', { subscriptions: [byCard({ period_start: at(30) })], payments: months });
    expect(await credits()).toEqual({ plan: 5, rollover: 5 });
    await member.replace('paypal', card, at(39));
    const changed = {
      subscriptions: [byPaypal({ period_start: at(40) })],
      payments: [paidByPaypal('x', { paid_at: at(40), credited_unspent: 5 })],
    };
    const cancel = { do: 'cancel', provider: 'stripe', subscription_id: card, why: 'replaced' };
    expect(await apply('paypal', changed)).toEqual([cancel]);
    expect(await user()).toEqual(['subscriber', 'paypal']);
    expect(await credits()).toEqual({ plan: 10, rollover: 5 });
    // The card's provider hears of it later, and says so later still.
    const running = { subscriptions: [byCard({ period_start: at(30) })], payments: months };
    expect(await apply('stripe', running)).toEqual([cancel]);
    const over = byCard({ period_start: at(30), status: 'canceled', ended_at: at(40) });
    expect(await apply('stripe', { subscriptions: [over], payments: months })).toEqual([]);
    expect(await apply('paypal', changed)).toEqual([]);
    expect(await user()).toEqual(['subscriber', 'paypal']);
    expect(await credits()).toEqual({ plan: 10, rollover: 5 });
    expect(await ends()).toEqual([]);
  });

  test('what the card paid after that is paid back and grants nothing', async ({ member }) => {
    const { card, byCard, byPaypal, paidByCard, paidByPaypal, apply, credits } = member;
    const first = paidByCard('a');
    await apply('stripe', { subscriptions: [byCard()], payments: [first] });
    await member.replace('paypal', card, at(29));
    await apply('paypal', {
      subscriptions: [byPaypal({ period_start: at(29) })],
      payments: [paidByPaypal('x', { paid_at: at(29) })],
    });
    const late = paidByCard('late', { paid_at: at(30) });
    const renewed = { subscriptions: [byCard({ period_start: at(30) })], payments: [first, late] };
    expect(await apply('stripe', renewed)).toEqual([
      { do: 'cancel', provider: 'stripe', subscription_id: card, why: 'replaced' },
      { do: 'refund', provider: 'stripe', provider_id: late.provider_id, why: 'replaced' },
    ]);
    expect(await credits()).toEqual({ plan: 10 });
  });

  test('after it has renewed: the new one is a second one', async ({ member }) => {
    const { card, payer, byCard, byPaypal, paidByCard, paidByPaypal, apply, credits, user } = member;
    await member.replace('paypal', card, at(29));
    const months = [paidByCard('a'), paidByCard('b', { paid_at: at(30) })];
    await apply('stripe', { subscriptions: [byCard({ period_start: at(30) })], payments: months });
    const charge = paidByPaypal('x', { paid_at: at(31) });
    const second = { subscriptions: [byPaypal({ period_start: at(31) })], payments: [charge] };
    expect(await apply('paypal', second)).toEqual([
      { do: 'cancel', provider: 'paypal', subscription_id: payer, why: 'second' },
      { do: 'refund', provider: 'paypal', provider_id: charge.provider_id, why: 'second' },
    ]);
    expect(await credits()).toEqual({ plan: 5, rollover: 5 });
    expect(await user()).toEqual(['subscriber', 'stripe']);
  });

  test('that was heard of first, though it was paid later, is a second one: its unspent credits go with the refund', async ({
    member,
    clock,
  }) => {
    const { payer, byCard, byPaypal, paidByCard, paidByPaypal, apply, credits, user } = member;
    const charge = paidByPaypal('x', { paid_at: at(0).add({ minutes: 5 }) });
    const running = byPaypal({ checkout_id: null, created_at: charge.paid_at });
    expect(await apply('paypal', { subscriptions: [running], payments: [charge] })).toEqual([]);
    expect(await credits()).toEqual({ plan: 10 });
    clock.add({ minutes: 10 });
    expect(await apply('stripe', { subscriptions: [byCard()], payments: [paidByCard('a')] })).toEqual([]);
    expect(await apply('paypal', { subscriptions: [running], payments: [charge] })).toEqual([
      { do: 'cancel', provider: 'paypal', subscription_id: payer, why: 'second' },
      { do: 'refund', provider: 'paypal', provider_id: charge.provider_id, why: 'second' },
    ]);
    const refunds = [{ id: unique('refund'), cents: charge.total_cents, at: at(1) }];
    const ended = { ...running, status: 'canceled', ended_at: at(1) } as const;
    await apply('paypal', { subscriptions: [ended], payments: [{ ...charge, refunds }] });
    expect(await credits()).toEqual({ plan: 5 });
    expect(await user()).toEqual(['subscriber', 'stripe']);
  });

  test('in the trial: the trial and its credit go on', async ({ member }) => {
    const { card, byCard, byPaypal, paidByCard, paidByPaypal, apply, credits, user } = member;
    await apply('stripe', { subscriptions: [byCard(trialing)], payments: [paidByCard('t', TRIAL)] });
    await member.replace('paypal', card, at(3));
    const trial = paidByPaypal('t', { ...TRIAL, paid_at: at(3) });
    const taken = { subscriptions: [byPaypal({ ...trialing, period_start: at(3) })], payments: [trial] };
    expect(await apply('paypal', taken)).toMatchObject([{ do: 'cancel', why: 'replaced' }]);
    expect(await user()).toEqual(['trial', 'paypal']);
    expect(await credits()).toEqual({ trial: 1 });
    const over = byCard({ ...trialing, status: 'canceled', ended_at: at(3) });
    await apply('stripe', { subscriptions: [over], payments: [paidByCard('t', TRIAL)] });
    expect(await apply('paypal', taken)).toEqual([]);
    expect(await credits()).toEqual({ trial: 1 });
    await apply('paypal', {
      subscriptions: [byPaypal({ period_start: at(14) })],
      payments: [trial, paidByPaypal('x', { paid_at: at(14) })],
    });
    expect(await credits()).toEqual({ plan: 10 });
  });
});

describe('a membership by PayPal', () => {
  test('that a card takes over', async ({ app, member }) => {
    const { person, payer, byCard, byPaypal, paidByCard, paidByPaypal, apply, credits, user } = member;
    const first = paidByPaypal('x');
    await apply('paypal', { subscriptions: [byPaypal({ checkout_id: null })], payments: [first] });
    await member.replace('stripe', payer, at(10));
    const { id } = await app.db
      .selectFrom('billing_checkouts')
      .select('id')
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
    const changed = {
      subscriptions: [byCard({ period_start: at(10), checkout_id: id })],
      payments: [paidByCard('a', { paid_at: at(10), credited_unspent: 10 })],
    };
    expect(await apply('stripe', changed)).toEqual([
      { do: 'cancel', provider: 'paypal', subscription_id: payer, why: 'replaced' },
    ]);
    expect(await credits()).toEqual({ plan: 5 });
    expect(await user()).toEqual(['subscriber', 'stripe']);
  });

  test('that was ending goes on with the same plan when its paid period is over', async ({ member }) => {
    const { card, payer, byPaypal, paidByPaypal, apply, credits, user, ends } = member;
    const first = paidByPaypal('x');
    const ending = byPaypal({ checkout_id: null, cancel_at: at(30) });
    await apply('paypal', { subscriptions: [ending], payments: [first] });
    expect(await user()).toEqual(['pending_cancellation', 'paypal']);
    await member.replace('paypal', payer, at(10));
    const next = byPaypal({ id: card, created_at: at(10), period_start: at(10), period_end: at(30) });
    const bought = { subscriptions: [ending, next], payments: [first] };
    expect(await apply('paypal', bought)).toMatchObject([{ do: 'cancel', why: 'replaced' }]);
    expect(await user()).toEqual(['subscriber', 'paypal']);
    const over = { ...ending, status: 'canceled', cancel_at: null, ended_at: at(10) } as const;
    expect(await apply('paypal', { subscriptions: [over, next], payments: [first] })).toEqual([]);
    expect(await credits()).toEqual({ plan: 10 });
    const second = paidByPaypal('y', { subscription_id: card, item_id: card, paid_at: at(30) });
    await apply('paypal', {
      subscriptions: [over, { ...next, period_start: at(30), period_end: at(60) }],
      payments: [first, second],
    });
    expect(await credits()).toEqual({ plan: 10, rollover: 10 });
    expect(await ends()).toEqual([]);
  });
});
