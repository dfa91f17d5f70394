import { describe, expect } from 'vitest';
import {
  approve,
  cancelByPayer,
  decideDispute,
  dispute,
  refundPayment,
  setFails,
} from '#sandbox/paypal/commands.ts';
import { getMe } from '#shared/me/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { test as base } from '#test/api/test.ts';
import { beginAtPaypal, buyAtPaypal, openPaypal, travelAtPaypal } from '#test/rooms/paypal.ts';
import { openCredits } from '#test/rooms/billing.ts';
import { settle } from '#test/rooms/store.ts';
import { syncCustomer } from '../sync.ts';
import { readPaypalCustomer } from './read-customer.ts';

const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('store', { scope: 'file' }, ({ app }) => openPaypal(app))
  .extend('person', ({ studio }) => studio.makeClient({ status: 'signup', credits: 0 }))
  .extend('read', ({ app, person }) => async () => {
    const state = await readPaypalCustomer(app.ctx(), person.id);
    if (state === null) throw new Error('the person is not known');
    return state;
  })
  .extend('user', ({ app }) => async (person: TestPerson) => {
    const { user } = (await app.call(getMe, {}, person)).body;
    return [user.status, user.subscription.lastPaymentStatus];
  });

test.afterAll(async ({ app }) => {
  const broken = await brokenInvariants(app.db);
  expect(broken.filter((text) => !text.includes('a price that the studio knows'))).toEqual([]);
});

describe('a membership', () => {
  test('its setup fee pays the first period, its cycles the next ones', async ({
    app,
    store,
    person,
    read,
    user,
  }) => {
    const { id, checkout } = await buyAtPaypal(app, store, {
      person: person.id,
      offer: 'studio_5',
      vat: 2300,
    });
    const { subscriptions, payments, payer_email, fingerprints } = await read();
    expect(subscriptions).toMatchObject([
      {
        id,
        status: 'active',
        price_id: store.price('studio_5').price_id,
        last_payment: 'success',
        next: { net_cents: 19_900, vat_cents: 4577, total_cents: 24_477 },
        checkout_id: checkout,
        cancel_at: null,
        pending: null,
      },
    ]);
    expect(payments).toMatchObject([{ total_cents: 24_477, net_cents: 19_900, is_first: true }]);
    expect([payer_email, fingerprints]).toEqual(['anna@payer.test', ['PAYERANNA2345']]);
    expect(await user(person)).toEqual(['subscriber', 'success']);
    expect(await openCredits(app, person.id)).toEqual({ plan: 5 });
    await travelAtPaypal(app, person.id, '32d');
    expect(await openCredits(app, person.id)).toEqual({ plan: 5, rollover: 5 });
    const renewed = await read();
    expect(renewed.payments).toHaveLength(2);
    const [first, second] = renewed.payments;
    expect(second?.period_start).toEqual(first?.period_end);
    expect(renewed.subscriptions[0]?.period_start).toEqual(second?.period_start);
  });

  test('awaits its approval, and lapses without one', async ({ app, store, person, read, user }) => {
    await beginAtPaypal(app, store, { person: person.id, offer: 'studio_5' });
    expect((await read()).subscriptions).toMatchObject([{ status: 'incomplete', ended_at: null }]);
    await settle(app);
    expect(await user(person)).toEqual(['signup', null]);
    await travelAtPaypal(app, person.id, '2d');
    expect((await read()).subscriptions.map(({ status }) => status)).not.toContain('incomplete');
  });

  test('whose first payment is declined never begins', async ({ app, store, person, user }) => {
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5', payer: 'declined' });
    expect(await user(person)).toEqual(['signup', null]);
    expect(await openCredits(app, person.id)).toEqual({});
    const { state } = await app.db
      .selectFrom('billing_checkouts')
      .select('state')
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(state).toBe('failed');
  });

  test('whose renewal fails goes on through the tries, and is over then', async ({
    app,
    store,
    person,
    read,
    user,
  }) => {
    const { id } = await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5' });
    await setFails(store.context, id, true);
    await travelAtPaypal(app, person.id, '33d');
    expect((await read()).subscriptions).toMatchObject([
      { status: 'past_due', last_payment: 'failed', failing: { attempts: 1 } },
    ]);
    expect(await user(person)).toEqual(['subscriber', 'failed']);
    await travelAtPaypal(app, person.id, '25d');
    expect(await user(person)).toEqual(['cancelled', null]);
    expect(await openCredits(app, person.id)).toEqual({});
    expect((await read()).subscriptions).toMatchObject([{ status: 'canceled' }]);
  });

  test('that the payer cancels in their own account lasts as long as it is paid', async ({
    app,
    store,
    person,
    read,
    user,
  }) => {
    const { id } = await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5' });
    await cancelByPayer(store.context, id);
    await settle(app);
    const { subscriptions, payments } = await read();
    expect(subscriptions).toMatchObject([
      { status: 'active', cancel_at: payments[0]?.period_end, next: null },
    ]);
    expect(await user(person)).toEqual(['pending_cancellation', 'success']);
    expect(await openCredits(app, person.id)).toEqual({ plan: 5 });
    await travelAtPaypal(app, person.id, '32d');
    await syncCustomer(app.ctx(), { provider: 'paypal', mode: 'sandbox', customer_id: person.id });
    expect(await user(person)).toEqual(['cancelled', null]);
    expect(await openCredits(app, person.id)).toEqual({});
  });
});

describe('a trial', () => {
  test('brings its credit, and the plan its own with the first payment', async ({
    app,
    store,
    start,
    studio,
    user,
  }) => {
    const person = await studio.makeClient({ status: 'signup', credits: 0 });
    const from = start.add({ hours: 14 * 24 });
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5', from, free: 'trial' });
    expect(await user(person)).toEqual(['trial', null]);
    expect(await openCredits(app, person.id)).toEqual({ trial: 1 });
    await travelAtPaypal(app, person.id, '15d');
    expect(await user(person)).toEqual(['subscriber', 'success']);
    expect(await openCredits(app, person.id)).toEqual({ plan: 5 });
  });

  test('of a payer who had one is ended before it charges', async ({ app, store, start, studio, user }) => {
    const person = await studio.makeClient({ status: 'signup', credits: 0 });
    const from = start.add({ hours: 14 * 24 });
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5', from, free: 'trial' });
    expect(await user(person)).toEqual(['cancelled', null]);
    expect(await openCredits(app, person.id)).toEqual({});
  });

  test('whose first charge fails is over after the tries', async ({ app, store, start, person, user }) => {
    const from = start.add({ hours: 14 * 24 });
    const wish = {
      person: person.id,
      offer: 'studio_5',
      from,
      free: 'trial',
      payer: 'renewal_fails',
    } as const;
    await buyAtPaypal(app, store, wish);
    expect(await user(person)).toEqual(['trial', null]);
    await travelAtPaypal(app, person.id, '15d');
    expect(await user(person)).toEqual(['subscriber', 'failed']);
    await travelAtPaypal(app, person.id, '25d');
    expect(await user(person)).toEqual(['cancelled', null]);
  });
});

describe('two memberships', () => {
  test('the later one is cancelled and paid back', async ({ app, store, person, read, user }) => {
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5' });
    await travelAtPaypal(app, person.id, '1d');
    const second = await buyAtPaypal(app, store, { person: person.id, offer: 'studio_10' });
    expect(await user(person)).toEqual(['subscriber', 'success']);
    expect(await openCredits(app, person.id)).toEqual({ plan: 5 });
    const { subscriptions, payments } = await read();
    expect(subscriptions.find(({ id }) => id === second.id)).toMatchObject({ status: 'canceled' });
    const charged = payments.find(({ subscription_id }) => subscription_id === second.id);
    expect(charged?.refunds).toMatchObject([{ cents: 34_900 }]);
  });

  test('one that was bought in the place of the other takes it', async ({
    app,
    store,
    person,
    read,
    user,
  }) => {
    const first = await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5' });
    await travelAtPaypal(app, person.id, '1d');
    const more = {
      replaces_provider: 'paypal',
      replaces_subscription: first.id,
      counted_at: app.clock.now().add({ hours: 24 }),
      credited_unspent: 5,
    };
    const next = await buyAtPaypal(app, store, { person: person.id, offer: 'studio_10', due: 15_000, more });
    expect(await user(person)).toEqual(['subscriber', 'success']);
    expect(await openCredits(app, person.id)).toEqual({ plan: 10 });
    const { subscriptions } = await read();
    expect(Object.fromEntries(subscriptions.map(({ id, status }) => [id, status]))).toEqual({
      [first.id]: 'canceled',
      [next.id]: 'active',
    });
  });
});

describe('money that goes back', () => {
  test('a refund in part and the rest of it', async ({ app, store, person, read }) => {
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5' });
    const [paid] = (await read()).payments;
    await refundPayment(store.context, paid?.provider_id ?? '', 7960);
    await settle(app);
    expect(await openCredits(app, person.id)).toEqual({ plan: 3 });
    await travelAtPaypal(app, person.id, '1d');
    await refundPayment(store.context, paid?.provider_id ?? '');
    await settle(app);
    expect(await openCredits(app, person.id)).toEqual({});
    const [after] = (await read()).payments;
    expect(after?.refunds.map(({ cents }) => cents)).toEqual([7960, 11_940]);
  });

  test.for([true, false])('a dispute; won: %s', async (won, { app, store, person, read }) => {
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5' });
    const [paid] = (await read()).payments;
    const id = await dispute(store.context, paid?.provider_id ?? '');
    await settle(app);
    expect(await openCredits(app, person.id)).toEqual({});
    await decideDispute(store.context, id, won);
    await settle(app);
    expect(await openCredits(app, person.id)).toEqual(won ? { plan: 5 } : {});
    const [after] = (await read()).payments;
    expect(after?.disputes).toMatchObject([{ id, state: won ? 'won' : 'lost' }]);
    expect(after?.refunds).toEqual([]);
  });
});

describe('an order', () => {
  test('is captured once it is approved, and grants by the piece', async ({ app, store, person, read }) => {
    await buyAtPaypal(app, store, { person: person.id, offer: 'credit', quantity: 3, vat: 2300 });
    expect(await openCredits(app, person.id)).toEqual({ 'top-up': 3 });
    const { payments, checkouts, to_capture } = await read();
    expect(payments).toMatchObject([{ kind: 'top-up', quantity: 3, net_cents: 23_700, total_cents: 29_151 }]);
    expect(checkouts).toMatchObject([{ state: 'completed' }]);
    expect(to_capture).toEqual([]);
    await refundPayment(store.context, payments[0]?.provider_id ?? '', 9717);
    await settle(app);
    expect(await openCredits(app, person.id)).toEqual({ 'top-up': 2 });
  });

  test('of another amount than its purchase is put aside', async ({ app, store, person }) => {
    const { id, checkout } = await beginAtPaypal(app, store, { person: person.id, offer: 'bundle-3' });
    await app.db.updateTable('billing_checkouts').set({ net_cents: 1 }).where('id', '=', checkout).execute();
    await approve(store.context, id);
    await settle(app);
    expect(await openCredits(app, person.id)).toEqual({});
    const unknown = await app.db
      .selectFrom('billing_unknown')
      .select(['price_id', 'total_cents'])
      .where('person_id', '=', person.id)
      .execute();
    expect(unknown).toEqual([{ price_id: 'amount:21900', total_cents: 21_900 }]);
  });
});
