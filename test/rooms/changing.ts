import type { Stripe } from 'stripe';
import * as buying from '#shared/billing/contract-buying.ts';
import * as calls from '#shared/billing/contract-changing.ts';
import { idOf } from '#server/billing/stripe/fetch-customer.ts';
import { syncCustomer } from '#server/billing/sync.ts';
import type { TestPerson } from '../api/people.ts';
import { makeBookingApi } from './booking.ts';
import { test as base } from './buying.ts';
import { travel } from './store.ts';

/** `test` with members by card and what their changes of plan need. */
export const test = base
  /** A member by card, in the first second of a period unless time passes. */
  .extend(
    'member',
    { scope: 'file' },
    ({ app, stripe, buyer, prices, atProvider }) =>
      async (offer = 'studio_5', { days = 0, ...more }: { days?: number; country?: string } = {}) => {
        await app.db.deleteFrom('billing_fingerprints').execute();
        const person = await buyer(more);
        const typed = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
        const { id: paymentMethodId } = await stripe.paymentMethods.create({ type: 'card', card: typed });
        const body = { paymentMethodId, priceId: prices(offer), withoutTrial: true };
        await app.call(buying.createSubscription, { body }, person);
        const customer = await stripe.customers.retrieve((await atProvider(person)).customer);
        const clock = idOf((customer as Stripe.Customer).test_clock) ?? '';
        if (days > 0) await travel(app, stripe, clock, days);
        return { person, clock, customer: customer.id };
      },
  )
  .extend(
    'preview',
    { scope: 'file' },
    ({ app, prices }) =>
      (person: TestPerson, offer: string) =>
        app.call(calls.previewChange, { query: { priceId: prices(offer) } }, person),
  )
  /** Changes to an offer as its preview says. */
  .extend(
    'change',
    { scope: 'file' },
    ({ app, prices, preview }) =>
      async (person: TestPerson, offer: string) => {
        const { at, due_today_cents, balance_cents } = (await preview(person, offer)).body;
        return app.call(
          calls.changeSubscription,
          { body: { priceId: prices(offer), at, due_today_cents, balance_cents } },
          person,
        );
      },
  )
  /** Gives the customer another card by default. */
  .extend('useCard', { scope: 'file' }, ({ stripe }) => async (customer: string, method: string) => {
    const { id } = await stripe.paymentMethods.attach(method, { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
    const { data } = await stripe.subscriptions.list({ customer });
    for (const one of data) await stripe.subscriptions.update(one.id, { default_payment_method: id });
  })
  /** Books sessions of one credit each. */
  .extend(
    'spendSome',
    { scope: 'file' },
    ({ app, studio }) =>
      async (person: TestPerson, credits: number) => {
        const api = makeBookingApi(app, studio);
        const slots = await studio.slotsOf(await studio.makeMusician());
        for (const slot of slots.slice(0, credits)) {
          const { id } = await api.hold(person, [slot]);
          await api.confirm(person, id);
        }
      },
  )
  .extend(
    'sync',
    { scope: 'file' },
    ({ app }) =>
      (customer_id: string) =>
        syncCustomer(app.ctx(), { provider: 'stripe', mode: 'sandbox', customer_id }),
  );
