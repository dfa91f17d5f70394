import { NO_PAYMENTS } from '#server/ctx/payments.ts';
import { describe, expect } from 'vitest';
import { setDelivery } from '#sandbox/stripe/commands.ts';
import { newId } from '#server/lib/ids.ts';
import {
  beginPurchase,
  creditsOf,
  makeCustomer,
  openStore,
  payHosted,
  settle,
  travel,
} from '#test/rooms/store.ts';
import { test as base } from '#test/api/test.ts';
import { reconcile, sweepCustomers } from './jobs.ts';

const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('store', { scope: 'file' }, ({ app, stripe }) => openStore(app, stripe))
  .extend('customer', ({ app, stripe }) => makeCustomer(app, stripe))
  /** Nothing that happens now reaches the webhook. */
  .extend('deaf', { auto: false }, async ({ sandbox }, { onCleanup }) => {
    await setDelivery(sandbox.context, { hold: true });
    onCleanup(() => setDelivery(sandbox.context, { hold: false }));
    return true;
  })
  .extend(
    'runJobs',
    { scope: 'file' },
    ({ app }) =>
      () =>
        app.queues.drain((queue) => queue === 'billing.sync'),
  )
  .extend(
    'begin',
    { scope: 'file' },
    ({ app, stripe, store }) =>
      async (customer: { id: string; person: { id: string } }, quantity: number) => {
        const id = newId();
        const session = await beginPurchase(stripe, store, customer, {
          offer: 'credit',
          quantity,
          checkout: id,
        });
        const now = app.clock.now();
        await app.db
          .insertInto('billing_checkouts')
          .values({
            id,
            person_id: customer.person.id,
            provider: 'stripe',
            mode: 'sandbox',
            kind: 'top-up',
            price_id: store.prices.credit,
            quantity,
            way: 'hosted',
            state: 'open',
            provider_id: session.id,
            url: session.url,
            started_at: now,
            expires_at: now.add({ hours: 1 }),
          })
          .execute();
        const state = async () =>
          (
            await app.db
              .selectFrom('billing_checkouts')
              .select('state')
              .where('id', '=', id)
              .executeTakeFirst()
          )?.state;
        return { id, session, state };
      },
  );

describe('what no webhook has told', () => {
  test('is found in the list of events within the hour', async ({ app, customer, begin, deaf, runJobs }) => {
    expect(deaf).toBe(true);
    await reconcile.run(app.ctx(), {});
    await runJobs();
    const { session } = await begin(customer, 4);
    await payHosted(session);
    await settle(app);
    expect(await creditsOf(app, customer.person.id)).toEqual({});
    await reconcile.run(app.ctx(), {});
    expect(await runJobs()).toBeGreaterThan(0);
    expect(await creditsOf(app, customer.person.id)).toEqual({ 'top-up': 4 });
    await reconcile.run(app.ctx(), {});
    expect(await runJobs()).toBe(0);
  });

  test('is read each night of those who pay', async ({ app, stripe, store, customer, deaf, runJobs }) => {
    expect(deaf).toBe(true);
    const subscribe = { customer: customer.id, items: [{ price: store.prices['studio-5'] }] };
    await stripe.subscriptions.create(subscribe);
    await reconcile.run(app.ctx(), {});
    await runJobs();
    expect(await creditsOf(app, customer.person.id)).toEqual({ plan: 5 });
    await travel(app, stripe, customer.clock, 32);
    await sweepCustomers.run(app.ctx(), {});
    await runJobs();
    expect(await creditsOf(app, customer.person.id)).toMatchObject({ plan: 5, rollover: 5 });
  });

  test('an event that came and that no run has covered', async ({ app, customer, runJobs }) => {
    await settle(app);
    const event = {
      provider: 'stripe',
      type: 'invoice.paid',
      object_id: 'in_1',
      created_at: app.clock.now(),
    };
    const received = app.clock.now().subtract({ minutes: 11 });
    await app.db
      .insertInto('billing_events')
      .values({ ...event, event_id: 'evt_lost', customer_id: customer.id, received_at: received })
      .execute();
    await reconcile.run(app.ctx(), {});
    await runJobs();
    const stored = await app.db
      .selectFrom('billing_events')
      .select('handled_at')
      .where('event_id', '=', 'evt_lost')
      .executeTakeFirst();
    expect(stored?.handled_at).not.toBeNull();
  });
});

describe('a purchase', () => {
  test('is completed when its page is paid', async ({ app, customer, begin }) => {
    const { session, state } = await begin(customer, 2);
    await payHosted(session);
    await settle(app);
    expect(await state()).toBe('completed');
    expect(await creditsOf(app, customer.person.id)).toEqual({ 'top-up': 2 });
  });

  test('expires with its page', async ({ app, stripe, customer, begin }) => {
    const { session, state } = await begin(customer, 2);
    await stripe.checkout.sessions.expire(session.id);
    await settle(app);
    expect(await state()).toBe('expired');
  });

  test('that never reached the provider expires with its time', async ({
    app,
    clock,
    customer,
    begin,
    runJobs,
  }) => {
    const { id, state } = await begin(customer, 2);
    await app.db
      .updateTable('billing_checkouts')
      .set({ id: newId(), provider_id: null, state: 'starting' })
      .where('id', '=', id)
      .execute();
    const one = async () =>
      (
        await app.db
          .selectFrom('billing_checkouts')
          .select('state')
          .where('person_id', '=', customer.person.id)
          .executeTakeFirst()
      )?.state;
    expect(await state()).toBeUndefined();
    await reconcile.run(app.ctx(), {});
    await runJobs();
    expect(await one()).toBe('starting');
    clock.add({ hours: 1 });
    await reconcile.run(app.ctx(), {});
    await runJobs();
    expect(await one()).toBe('expired');
  });
});

test('without a provider nothing is done', async ({ app }) => {
  const ctx = { ...app.ctx(), payments: NO_PAYMENTS };
  await reconcile.run(ctx, {});
  await sweepCustomers.run(ctx, {});
});
