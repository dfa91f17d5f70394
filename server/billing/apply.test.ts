import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { CustomerState, PaymentState, SubscriptionState } from '#shared/billing/rules-provider.ts';
import { getMe } from '#shared/me/contract.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
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

const refund = (name: string, cents: number, day = 1) => ({ id: name, cents, at: at(day) });

const dispute = (id: string, state: 'open' | 'won' | 'lost', day: number) => ({
  id,
  state,
  opened_at: at(day),
  closed_at: null,
});

interface Customer {
  readonly person: TestPerson;
  /** The subscription's id. */
  readonly id: string;
  readonly apply: (more: Partial<CustomerState>) => ReturnType<typeof applyState>;
  readonly subscription: (more?: Partial<SubscriptionState>) => SubscriptionState;
  readonly paid: (name: string, more?: Partial<PaymentState>) => PaymentState;
  readonly trial: (name: string, more?: Partial<PaymentState>) => PaymentState;
  readonly credits: () => Promise<Record<string, number>>;
  readonly user: () => Promise<readonly unknown[]>;
}

const test = base
  .extend('prices', { scope: 'file', auto: true }, ({ app }) => insertPrices(app))
  .extend(
    'begin',
    { scope: 'file' },
    ({ app, studio }) =>
      async (status: 'signup' | 'cancelled' | 'wix-user' = 'signup'): Promise<Customer> => {
        const person = await studio.makeClient({ status, credits: 0 });
        const id = unique('sub');
        const paid = (name: string, more: Partial<PaymentState> = {}) =>
          makePayment({
            provider_id: `${name}-${id}`,
            ...(['bundle3', 'credit'].includes(more.price_id ?? '')
              ? {}
              : { subscription_id: id, item_id: `item-${id}` }),
            ...more,
          });
        return {
          person,
          id,
          apply: (more) => applyState(app, makeState(person.id, more)),
          subscription: (more = {}) => makeSubscription({ id, ...more }),
          paid,
          trial: (name, more = {}) => paid(name, { is_trial: true, total_cents: 0, net_cents: 0, ...more }),
          credits: () => openCredits(app, person.id),
          async user() {
            const { user } = (await app.call(getMe, {}, person)).body;
            return [user.status, user.subscription.lastPaymentStatus];
          },
        };
      },
  );

test.afterAll(async ({ app }) => {
  expect(
    (await brokenInvariants(app.db)).filter((text) => !text.includes('a price that the studio knows')),
  ).toEqual([]);
});

describe('a plan', () => {
  test('grants each paid period once, and what is left rolls into the bank', async ({ begin }) => {
    const { apply, subscription, paid, credits, user } = await begin();
    const first = paid('first');
    expect(await apply({ subscriptions: [subscription()], payments: [first] })).toEqual([]);
    expect(await credits()).toEqual({ plan: 5 });
    expect(await user()).toEqual(['subscriber', 'success']);
    const state = {
      subscriptions: [subscription({ period_start: at(30) })],
      payments: [first, paid('second', { paid_at: at(30) })],
    };
    await apply(state);
    await apply(state);
    expect(await credits()).toEqual({ plan: 5, rollover: 5 });
  });

  test('the same state at once by many: one grant', async ({ begin }) => {
    const { apply, subscription, paid, credits } = await begin();
    const state = { subscriptions: [subscription()], payments: [paid('first')] };
    await Promise.all(Array.from({ length: 16 }, () => apply(state)));
    expect(await credits()).toEqual({ plan: 5 });
  });

  test('a $0 invoice under a coupon of 100 % grants in full', async ({ begin }) => {
    const { apply, subscription, paid, credits } = await begin();
    await apply({
      subscriptions: [subscription()],
      payments: [paid('free', { total_cents: 0, net_cents: 0 })],
    });
    expect(await credits()).toEqual({ plan: 5 });
  });

  test('without rollover the rest is written off; the bank stays, and grows no more above the cap', async ({
    begin,
  }) => {
    const { apply, subscription, paid, credits } = await begin();
    const prices = ['studio10', 'studio10', 'studio10', 'studio2', 'studio5', 'studio5'];
    const payments = prices.map((price_id, month) =>
      paid(`m${month}`, { price_id, paid_at: at(30 * month) }),
    );
    await apply({ subscriptions: [subscription()], payments: payments.slice(0, 3) });
    expect(await credits()).toEqual({ plan: 10, rollover: 20 });
    await apply({ subscriptions: [subscription()], payments: payments.slice(0, 4) });
    expect(await credits()).toEqual({ plan: 2, rollover: 20 });
    await apply({ subscriptions: [subscription()], payments });
    expect(await credits()).toEqual({ plan: 5, rollover: 25 });
  });

  test('a change of price within the period withdraws what is unspent; the bank stays', async ({
    app,
    begin,
  }) => {
    const { person, apply, subscription, paid, credits } = await begin();
    const months = [paid('a'), paid('b', { paid_at: at(30) })];
    await apply({ subscriptions: [subscription()], payments: months });
    await apply({
      subscriptions: [subscription()],
      payments: [...months, paid('c', { price_id: 'studio10', paid_at: at(40) })],
    });
    expect(await credits()).toEqual({ plan: 10, rollover: 5 });
    const entries = await app.db
      .selectFrom('credit_entries as e')
      .innerJoin('credit_lots as l', 'l.id', 'e.lot_id')
      .select(['e.reason', 'e.delta'])
      .where('l.person_id', '=', person.id)
      .where('e.reason', '=', 'withdrawal')
      .execute();
    expect(entries).toEqual([{ reason: 'withdrawal', delta: -5 }]);
  });
});

describe('a status', () => {
  test.for([
    [{}, 'subscriber', 'success'],
    [{ status: 'past_due', last_payment: 'failed' }, 'subscriber', 'failed'],
    [{ cancel_at_period_end: true }, 'pending_cancellation', 'success'],
    [{ status: 'trialing', trial_end: at(14), last_payment: null }, 'trial', null],
    [
      { status: 'trialing', trial_end: at(14), cancel_at_period_end: true, last_payment: null },
      'pending_cancellation',
      null,
    ],
    [{ status: 'incomplete', last_payment: null }, 'signup', null],
    [{ status: 'incomplete_expired', last_payment: null }, 'signup', null],
  ] as const)('%j: %s', async ([said, status, payment], { begin }) => {
    const { apply, subscription, paid, trial, user } = await begin();
    const first = 'trial_end' in said ? [trial('first')] : [paid('first')];
    const isPaid = status !== 'signup';
    await apply({ subscriptions: [subscription(said)], payments: isPaid ? first : [] });
    expect(await user()).toEqual([status, payment]);
  });

  test("a membership's end closes plan and bank; top-ups and bundles stay", async ({ begin }) => {
    const { apply, subscription, paid, credits, user } = await begin();
    const payments = [
      paid('a'),
      paid('b', { paid_at: at(30) }),
      paid('top-up', { price_id: 'credit', quantity: 3, paid_at: at(31) }),
      paid('bundle', { price_id: 'bundle3', paid_at: at(32) }),
    ];
    await apply({ subscriptions: [subscription()], payments });
    expect(await user()).toEqual(['subscriber', 'success']);
    const over = { subscriptions: [subscription({ status: 'canceled', ended_at: at(60) })], payments };
    await apply(over);
    expect(await credits()).toEqual({ 'top-up': 3, bundle: 3 });
    expect(await user()).toEqual(['cancelled', null]);
    const later = paid('later', { price_id: 'bundle3', paid_at: at(61) });
    await apply({ ...over, payments: [...payments, later] });
    expect(await user()).toEqual(['ondemand', null]);
  });

  test('unpaid counts as cancelled, and is cancelled there', async ({ begin }) => {
    const { id, apply, subscription, paid, user } = await begin();
    const payments = [paid('a')];
    await apply({ subscriptions: [subscription()], payments });
    const actions = await apply({ subscriptions: [subscription({ status: 'unpaid' })], payments });
    expect(actions).toEqual([{ do: 'cancel', provider: 'stripe', subscription_id: id, why: 'unpaid' }]);
    expect(await user()).toEqual(['cancelled', null]);
  });

  test.for(['signup', 'cancelled', 'wix-user'] as const)(
    'a bundle of %s, and a top-up',
    async (status, { begin }) => {
      const { apply, paid, user } = await begin(status);
      const payments = [paid('top-up', { price_id: 'credit' })];
      await apply({ payments });
      expect((await user())[0]).toBe(status);
      await apply({ payments: [...payments, paid('bundle', { price_id: 'bundle3' })] });
      expect((await user())[0]).toBe(status === 'wix-user' ? status : 'ondemand');
    },
  );

  test('an older read changes nothing', async ({ app, begin }) => {
    const { person, apply, subscription, paid, user } = await begin();
    const older = makeState(person.id, { subscriptions: [subscription()], payments: [paid('a')] });
    await apply({ subscriptions: [subscription({ cancel_at_period_end: true })], payments: [paid('a')] });
    await applyState(app, older);
    expect(await user()).toEqual(['pending_cancellation', 'success']);
  });
});

describe('a second subscription', () => {
  test('is cancelled and refunded, grants nothing, and the first one stays', async ({ begin }) => {
    const { apply, subscription, paid, credits, user } = await begin();
    const other = unique('other');
    const first = paid('a');
    await apply({ subscriptions: [subscription()], payments: [first] });
    const second = subscription({ id: other, price_id: 'studio10', created_at: at(1), period_start: at(1) });
    const charge = paid('x', {
      subscription_id: other,
      item_id: other,
      price_id: 'studio10',
      paid_at: at(1),
    });
    const state = { subscriptions: [second, subscription()], payments: [charge, first] };
    const actions = [
      { do: 'cancel', provider: 'stripe', subscription_id: other, why: 'second' },
      { do: 'refund', provider: 'stripe', provider_id: charge.provider_id, why: 'second' },
    ];
    expect(await apply(state)).toEqual(actions);
    expect(await apply(state)).toEqual(actions);
    const paidBack = refund(unique('refund'), charge.total_cents);
    const done = {
      subscriptions: [{ ...second, status: 'canceled', ended_at: at(1) } as const, subscription()],
      payments: [{ ...charge, refunds: [paidBack] }, first],
    };
    expect(await apply(done)).toEqual([]);
    expect(await credits()).toEqual({ plan: 5 });
    expect(await user()).toEqual(['subscriber', 'success']);
  });

  test('pays no first invoice: that is the one which counts', async ({ app, begin }) => {
    const { person, apply, subscription, paid, trial } = await begin();
    const other = unique('other');
    const own = subscription({ status: 'trialing', trial_end: at(14) });
    const second = subscription({ id: other, created_at: at(1), period_start: at(1) });
    const started = trial('t');
    const charge = paid('x', { subscription_id: other, item_id: other, paid_at: at(1) });
    await apply({ subscriptions: [own], payments: [started] });
    await apply({ subscriptions: [second, own], payments: [charge, started] });
    const ended = { ...second, status: 'canceled', ended_at: at(1) } as const;
    const refunds = [refund(unique('refund'), charge.total_cents)];
    await apply({
      subscriptions: [ended, subscription()],
      payments: [paid('first', { paid_at: at(14) }), { ...charge, refunds }, started],
    });
    const { rows } = await sql<{ first: string }>`
      select substring(data::text from '"first": ?(true|false)') as first from jobs.job
      where name = 'billing.invoice-paid/referral' and data::text like ${`%${person.id}%`}
      order by created_on, id`.execute(app.db);
    expect(rows.map(({ first }) => first).toSorted()).toEqual(['false', 'true']);
  });

  test('after the first one ended is a membership like any other', async ({ begin }) => {
    const { apply, subscription, paid, credits } = await begin();
    const next = unique('next');
    const state = {
      subscriptions: [
        subscription({ status: 'canceled', ended_at: at(10) }),
        subscription({ id: next, created_at: at(11), period_start: at(11) }),
      ],
      payments: [paid('a'), paid('b', { subscription_id: next, item_id: next, paid_at: at(11) })],
    };
    expect(await apply(state)).toEqual([]);
    expect(await credits()).toEqual({ plan: 5 });
  });
});

describe('a trial', () => {
  const trialing = { status: 'trialing', trial_end: at(14), last_payment: null } as const;

  test('brings one credit until its end, and the plan its credits when it is paid', async ({
    app,
    begin,
  }) => {
    const { person, apply, subscription, trial, paid, credits } = await begin();
    await apply({ subscriptions: [subscription(trialing)], payments: [trial('t')] });
    expect(await credits()).toEqual({ trial: 1 });
    const lot = await app.db
      .selectFrom('credit_lots')
      .select(['grant_key', 'expires_at'])
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect([lot.grant_key, lot.expires_at?.toString()]).toEqual([`trial:${person.id}`, at(14).toString()]);
    await apply({ subscriptions: [subscription()], payments: [trial('t'), paid('a', { paid_at: at(3) })] });
    expect(await credits()).toEqual({ plan: 5 });
  });

  test('with the card of somebody who had one: cancelled before it charges, the credit is withdrawn', async ({
    begin,
  }) => {
    const one = await begin();
    const other = await begin();
    const fingerprints = [unique('card')];
    await one.apply({
      fingerprints,
      subscriptions: [one.subscription(trialing)],
      payments: [one.trial('t')],
    });
    const late = { subscriptions: [other.subscription(trialing)], payments: [other.trial('t')] };
    expect(await other.apply(late)).toEqual([]);
    const actions = await other.apply({ ...late, fingerprints });
    expect(actions).toEqual([
      { do: 'cancel', provider: 'stripe', subscription_id: other.id, why: 'trial-used' },
    ]);
    expect(await other.credits()).toEqual({});
    const again = { fingerprints, subscriptions: [one.subscription(trialing)], payments: [one.trial('t')] };
    expect(await one.apply(again)).toEqual([]);
    expect(await one.credits()).toEqual({ trial: 1 });
  });

  test('after a trial of their own by another way is none', async ({ begin }) => {
    const { id, apply, subscription, trial, credits } = await begin();
    const earlier = unique('earlier');
    const before = subscription({ id: earlier, status: 'canceled', ended_at: at(5) });
    const payments = [trial('one', { subscription_id: earlier }), trial('two', { paid_at: at(6) })];
    const actions = await apply({ subscriptions: [before, subscription(trialing)], payments });
    expect(actions).toEqual([{ do: 'cancel', provider: 'stripe', subscription_id: id, why: 'trial-used' }]);
    expect(await credits()).toEqual({});
  });
});

describe('a refund', () => {
  test('of x of y withdraws the share in all, rounded down, also from the bank', async ({ begin }) => {
    const { apply, subscription, paid, credits } = await begin();
    const a = paid('a');
    const refunded = (...refunds: PaymentState['refunds']) =>
      apply({
        subscriptions: [subscription()],
        payments: [{ ...a, refunds }, paid('b', { paid_at: at(30) })],
      });
    await refunded();
    const [one, two] = [refund('r1', 7900, 31), refund('r2', 100, 32)];
    await refunded(one);
    expect(await credits()).toEqual({ plan: 5, rollover: 4 });
    await refunded(one, two);
    expect(await credits()).toEqual({ plan: 5, rollover: 3 });
    await refunded(one, two, refund('r3', 11_900, 33));
    expect(await credits()).toEqual({ plan: 5 });
  });

  test('a dispute is a full refund when it is opened; a won one gives the same back once', async ({
    begin,
  }) => {
    const { apply, paid, credits } = await begin();
    const topup = paid('top-up', { price_id: 'credit', quantity: 4 });
    const refunds = [refund('r', 7900)];
    const said = (state: 'open' | 'won') =>
      apply({
        payments: [{ ...topup, refunds, disputes: [{ id: 'd', state, opened_at: at(2), closed_at: null }] }],
      });
    await said('open');
    expect(await credits()).toEqual({});
    await said('won');
    await said('won');
    expect(await credits()).toEqual({ 'top-up': 3 });
  });

  test('each dispute of a payment counts by itself; a lost one has its credit note', async ({
    app,
    begin,
  }) => {
    const { apply, paid, credits } = await begin();
    const topup = paid('twice', { price_id: 'credit', quantity: 4 });
    const said = (...disputes: PaymentState['disputes']) => apply({ payments: [{ ...topup, disputes }] });
    const notes = async () => {
      const { rows } = await sql<{ id: string }>`
        select substring(data::text from '"refund_id": ?"(d[12])"') as id from jobs.job
        where name = 'billing.refunded/invoice' and data::text ~ '"refund_id": ?"d[12]"'`.execute(app.db);
      return rows.map(({ id }) => id);
    };
    await said(dispute('d1', 'open', 2));
    await said(dispute('d1', 'won', 2));
    expect(await credits()).toEqual({ 'top-up': 4 });
    await said(dispute('d1', 'won', 2), dispute('d2', 'open', 3));
    expect(await credits()).toEqual({});
    expect(await notes()).toEqual([]);
    await said(dispute('d1', 'won', 2), dispute('d2', 'lost', 3));
    await said(dispute('d1', 'won', 2), dispute('d2', 'lost', 3));
    expect(await credits()).toEqual({});
    expect(await notes()).toEqual(['d2']);
  });

  test('a dispute that an earlier release has settled is not settled again', async ({ app, begin }) => {
    const { apply, paid, credits } = await begin();
    const topup = paid('earlier', { price_id: 'credit', quantity: 4 });
    const said = (state: 'open' | 'won') =>
      apply({ payments: [{ ...topup, disputes: [{ id: 'd3', state, opened_at: at(2), closed_at: null }] }] });
    await said('open');
    await app.db.deleteFrom('billing_disputes').where('dispute_id', '=', 'd3').execute();
    await app.db
      .updateTable('billing_payments')
      .set({ dispute: 'open' })
      .where('provider_id', '=', topup.provider_id)
      .execute();
    await said('open');
    expect(await credits()).toEqual({});
    await said('won');
    expect(await credits()).toEqual({ 'top-up': 4 });
  });
});

describe('what others hear of', () => {
  test('each once: receipt and first invoice, failed tries, the end', async ({ app, begin }) => {
    const { person, apply, subscription, paid } = await begin();
    const names = async () => {
      const keys = await app.db
        .selectFrom('billing_notices')
        .select('key')
        .where('person_id', '=', person.id)
        .orderBy('key')
        .execute();
      return keys.map(({ key }) => key.replace('stripe:test:', '').replace(/:sub.*/, ''));
    };
    const payments = [paid('a')];
    const failing = (attempts: number, next_attempt_at: Temporal.Instant | null) =>
      subscription({ status: 'past_due', failing: { invoice_id: 'late', attempts, next_attempt_at } });
    await apply({ subscriptions: [subscription()], payments });
    expect(await names()).toEqual([]);
    for (const one of [failing(1, at(33)), failing(1, at(33)), failing(2, null)])
      await apply({ subscriptions: [one], payments });
    expect(await names()).toEqual(['payment-failed:late:1', 'payment-failed:late:2']);
    const over = subscription({ status: 'canceled', ended_at: at(40) });
    await apply({ subscriptions: [over], payments });
    await apply({ subscriptions: [over], payments });
    expect(await names()).toEqual(['membership-ended', 'payment-failed:late:1', 'payment-failed:late:2']);
  });
});

test('a payment of an unknown price waits aside, and is granted once the price is known', async ({
  app,
  begin,
}) => {
  const { apply, paid, credits } = await begin();
  const price_id = unique('price');
  const state = { payments: [paid('a', { kind: 'top-up', price_id, subscription_id: null })] };
  await apply(state);
  expect(await credits()).toEqual({});
  expect((await brokenInvariants(app.db)).join()).toContain('a price that the studio knows');
  const price = { kind: 'top-up', credits: 2, unit_cents: 1000, made_at: app.clock.now() } as const;
  const ids = {
    provider: 'stripe',
    mode: 'test',
    price_id,
    product_id: price_id,
    offer_id: price_id,
  } as const;
  await app.db
    .insertInto('billing_prices')
    .values({ ...ids, ...price, name: 'Two' })
    .execute();
  await apply(state);
  expect(await credits()).toEqual({ 'top-up': 2 });
  expect((await brokenInvariants(app.db)).join()).not.toContain('a price that the studio knows');
});
