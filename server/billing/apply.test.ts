import { describe, expect } from 'vitest';
import type { CustomerState, PaymentState, SubscriptionState } from '#shared/billing/rules-provider.ts';
import { getMe } from '#shared/me/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
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

interface Story {
  readonly person: TestPerson;
  readonly id: string;
  apply(more: Partial<CustomerState>): ReturnType<typeof applyState>;
  subscription(more?: Partial<SubscriptionState>): SubscriptionState;
  paid(name: string, more?: Partial<PaymentState>): PaymentState;
  credits(): Promise<Record<string, number>>;
  user(): Promise<readonly unknown[]>;
}

const test = base
  .extend('prices', { scope: 'file', auto: true }, ({ app }) => insertPrices(app))
  .extend('begin', { scope: 'file' }, ({ app, studio }) => async (): Promise<Story> => {
    const person = await studio.makeClient({ status: 'signup', credits: 0 });
    const id = unique('sub');
    return {
      person,
      id,
      apply: (more) => applyState(app, makeState(person.id, more)),
      subscription: (more = {}) => makeSubscription({ id, ...more }),
      paid: (name, more = {}) => {
        const isPlan = !['bundle3', 'credit'].includes(more.price_id ?? '');
        return makePayment({
          provider_id: `${name}-${id}`,
          ...(isPlan ? { subscription_id: id, item_id: `item-${id}` } : {}),
          ...more,
        });
      },
      credits: () => openCredits(app, person.id),
      async user() {
        const { user } = (await app.call(getMe, {}, person)).body;
        return [user.status, user.subscription.lastPaymentStatus, user.sessions_left, user.credits_bank];
      },
    };
  });

describe('a plan', () => {
  test('grants each paid period once, and what is left rolls into the bank', async ({ begin }) => {
    const story = await begin();
    const first = story.paid('first');
    expect(await story.apply({ subscriptions: [story.subscription()], payments: [first] })).toEqual([]);
    expect(await story.credits()).toEqual({ plan: 5 });
    expect(await story.user()).toEqual(['subscriber', 'success', 5, 0]);
    const state = {
      subscriptions: [story.subscription({ period_start: at(30) })],
      payments: [first, story.paid('second', { paid_at: at(30) })],
    };
    await story.apply(state);
    await story.apply(state);
    expect(await story.credits()).toEqual({ plan: 5, rollover: 5 });
  });
});
