import { describe, expect } from 'vitest';
import { getBilling } from '#shared/billing/contract-area.ts';
import { newId } from '#server/lib/ids.ts';
import type { Tables } from '#server/db/tables.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/api/test.ts';

type Row<T extends keyof Tables> = Partial<Record<keyof Tables[T], unknown>>;

const KEYS = { provider: 'stripe', mode: 'sandbox' } as const;

const test = base
  .extend('options', { scope: 'file' }, () => ({ sandbox: true }) as const)
  .extend('billingOf', { scope: 'file' }, ({ app }) => async (person: TestPerson) => {
    const { body } = await app.call(getBilling, {}, person);
    return body;
  })
  .extend(
    'addPrice',
    { scope: 'file' },
    ({ app }) =>
      async (price_id: string, row: Row<'billing_prices'>) => {
        await app.db
          .insertInto('billing_prices')
          .values({
            ...KEYS,
            price_id,
            product_id: 'prod',
            made_at: app.start,
            tier: null,
            is_annual: null,
            has_rollover: null,
            concurrency: null,
            retired_at: app.start,
            ...row,
          } as never)
          .execute();
      },
  )
  .extend('prices', { scope: 'file' }, async ({ addPrice }) => {
    const plan = { kind: 'plan', tier: 2, is_annual: false, concurrency: 30 };
    const studio5 = { ...plan, offer_id: 'studio_5', name: 'Studio 5', unit_cents: 19900 };
    await addPrice('studio5', { ...studio5, credits: 5, has_rollover: true });
    const studio2 = { ...plan, offer_id: 'studio_2', name: 'Studio 2', unit_cents: 9900, tier: 1 };
    await addPrice('studio2', { ...studio2, credits: 2, has_rollover: false });
    await addPrice('credit', {
      kind: 'top-up',
      offer_id: 'credit',
      name: 'Credit',
      unit_cents: 7900,
      credits: 1,
    });
    return ['studio5', 'studio2', 'credit'] as const;
  })
  .extend(
    'subscribe',
    { scope: 'file' },
    ({ app, prices }) =>
      async (
        person: TestPerson,
        row: Row<'billing_subscriptions'> = {},
        card: Row<'billing_customers'> = {},
      ) => {
        const customer_id = `cus_${person.id}`;
        await app.db
          .insertInto('billing_customers')
          .values({ ...KEYS, customer_id, person_id: person.id, created_at: app.start, ...card } as never)
          .execute();
        await app.db
          .insertInto('billing_subscriptions')
          .values({
            ...KEYS,
            subscription_id: `sub_${person.id}`,
            customer_id,
            person_id: person.id,
            status: 'active',
            is_live: true,
            item_id: 'si',
            price_id: prices[0],
            created_at: app.start,
            period_start: app.start,
            period_end: app.start.add({ hours: 30 * 24 }),
            cancel_at_period_end: false,
            synced_at: app.start,
            ...row,
          } as never)
          .execute();
      },
  )
  .extend(
    'begin',
    { scope: 'file' },
    ({ app, prices }) =>
      async (person: TestPerson, row: Row<'billing_checkouts'>) => {
        const id = newId();
        await app.db
          .insertInto('billing_checkouts')
          .values({
            ...KEYS,
            id,
            person_id: person.id,
            kind: 'top-up',
            price_id: prices[2],
            quantity: 3,
            way: 'hosted',
            state: 'open',
            started_at: app.start,
            expires_at: app.start.add({ hours: 1 }),
            ...row,
          } as never)
          .execute();
        return id;
      },
  );

const NEXT = '2026-12-21T12:00:00Z';

describe('a membership of the provider', () => {
  test('what it costs, what comes next with VAT, and the card', async ({ studio, subscribe, billingOf }) => {
    const client = await studio.makeClient();
    const next = { next_net_cents: 19900, next_vat_cents: 4577, next_total_cents: 24477 };
    const card = { card_brand: 'visa', card_last4: '4242', card_exp_month: 4, card_exp_year: 2030 };
    await subscribe(client, next, card);
    expect(await billingOf(client)).toEqual({
      plan: {
        name: 'Studio 5',
        price_cents: 19900,
        is_annual: false,
        credits: 5,
        has_rollover: true,
        next: { at: NEXT, credits: 5, amount: { net_cents: 19900, vat_cents: 4577, total_cents: 24477 } },
        ends_at: null,
        trial_ends_at: null,
        pending: null,
      },
      bank: { credits: 0, max: 30 },
      payment_method: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030, expires_soon: false },
      paypal: null,
      has_portal: true,
      can_buy: true,
      is_settling: false,
    });
  });

  test('an amount that the provider has not said is not there', async ({ studio, subscribe, billingOf }) => {
    const client = await studio.makeClient();
    await subscribe(client);
    expect((await billingOf(client)).plan?.next).toEqual({ at: NEXT, credits: 5, amount: null });
  });

  test('a trial: its end is what comes next', async ({ studio, subscribe, billingOf }) => {
    const client = await studio.makeClient({ status: 'trial' });
    await subscribe(client, { status: 'trialing', trial_end: '2026-12-05T12:00:00Z' });
    expect((await billingOf(client)).plan).toMatchObject({
      next: { at: '2026-12-05T12:00:00Z', credits: 5 },
      trial_ends_at: '2026-12-05T12:00:00Z',
    });
  });

  test('one that ends with its period', async ({ studio, subscribe, billingOf }) => {
    const client = await studio.makeClient({ status: 'pending_cancellation' });
    await subscribe(client, { cancel_at_period_end: true });
    expect((await billingOf(client)).plan).toMatchObject({ next: null, ends_at: NEXT });
  });

  test('a plan that follows counts for what comes next', async ({ studio, subscribe, prices, billingOf }) => {
    const client = await studio.makeClient();
    await subscribe(client, { pending_price_id: prices[1], pending_from: NEXT });
    expect((await billingOf(client)).plan).toMatchObject({
      credits: 5,
      next: { at: NEXT, credits: 2 },
      pending: { name: 'Studio 2', price_cents: 9900, is_annual: false, from: NEXT },
    });
  });

  test('a card that expires before the next charge', async ({ studio, subscribe, billingOf }) => {
    const client = await studio.makeClient();
    const card = { card_brand: 'mastercard', card_last4: '4444', card_exp_month: 3, card_exp_year: 2027 };
    await subscribe(client, { period_end: '2027-06-01T00:00:00Z' }, card);
    expect((await billingOf(client)).payment_method).toMatchObject({ expires_soon: true });
  });

  test('an ended one is no plan', async ({ studio, subscribe, billingOf }) => {
    const client = await studio.makeClient({ status: 'cancelled' });
    await subscribe(client, { status: 'canceled', is_live: false });
    expect(await billingOf(client)).toMatchObject({ plan: null, bank: { max: null }, has_portal: true });
  });
});

describe('without a provider', () => {
  test('an imported membership: its plan by the catalogue, and when it ends', async ({
    app,
    studio,
    billingOf,
  }) => {
    const client = await studio.makeClient({ status: 'wix-user' });
    await app.db
      .updateTable('memberships')
      .set({ plan_name: 'Studio 10', next_billing_at: Temporal.Instant.from(NEXT) })
      .where('person_id', '=', client.id)
      .execute();
    expect(await billingOf(client)).toMatchObject({
      plan: { name: 'Studio 10', price_cents: 34900, credits: 10, next: null, ends_at: NEXT },
      bank: { max: 60 },
      payment_method: null,
      has_portal: false,
    });
  });

  test('no membership: nothing', async ({ app, studio, billingOf }) => {
    const client = await studio.makeClient({ status: 'ondemand' });
    expect(await billingOf(client)).toMatchObject({ plan: null, bank: { credits: 0, max: null } });
    expect((await app.call(getBilling, {})).status).toBe(401);
  });
});

describe('a purchase on its way', () => {
  const pay = { ...KEYS, kind: 'top-up', price_id: 'credit', quantity: 3, currency: 'usd' } as const;

  test('until its payment is here', async ({ app, studio, begin, billingOf }) => {
    const client = await studio.makeClient();
    await begin(client, {});
    expect((await billingOf(client)).is_settling).toBe(true);
    await app.db
      .insertInto('billing_payments')
      .values({
        ...pay,
        id: newId(),
        person_id: client.id,
        provider_id: `pi_${client.id}`,
        total_cents: 29151,
        net_cents: 23700,
        paid_at: app.start,
      })
      .execute();
    expect((await billingOf(client)).is_settling).toBe(false);
  });

  test.for([
    ['expired', 0, false],
    ['failed', 0, false],
    ['completed', 9, true],
    ['completed', 10, false],
  ] as const)(
    '%s, begun %i minutes ago: %s',
    async ([state, minutes, wanted], { app, studio, begin, billingOf }) => {
      const client = await studio.makeClient();
      await begin(client, { state, started_at: app.start.subtract({ minutes }) });
      expect((await billingOf(client)).is_settling).toBe(wanted);
    },
  );

  test('of somebody else', async ({ studio, begin, billingOf }) => {
    const [one, other] = [await studio.makeClient(), await studio.makeClient()];
    await begin(one, {});
    expect((await billingOf(other)).is_settling).toBe(false);
  });
});
