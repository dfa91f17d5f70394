import * as calls from '#shared/billing/contract-buying.ts';
import { syncPrices } from '#server/billing/prices/sync.ts';
import { currentPrices } from '#server/billing/prices/queries-prices.ts';
import { grant } from '#server/credits/steps.ts';
import type { Tables } from '#server/db/tables.ts';
import { test as base } from '../api/test.ts';
import type { TestPerson } from '../api/people.ts';
import { formOf, open, submit, typed, type Page } from '../sandbox/browser.ts';
import { settle } from './store.ts';

/** `test` with the default catalogue's prices at a sandbox of its own, and people who buy there. */
export const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('prices', { scope: 'file' }, async ({ app }) => {
    await syncPrices(app.ctx());
    const rows = await currentPrices(app.db, 'sandbox');
    return (offerId: string): string => rows.find(({ offer_id }) => offer_id === offerId)?.price_id ?? '';
  })
  /** A client without credits; signed up and from Portugal unless told otherwise. */
  .extend(
    'buyer',
    { scope: 'file' },
    ({ app, studio, prices }) =>
      async ({
        status = 'signup',
        country = 'PT',
        hadTrial = false,
      }: {
        status?: NonNullable<Tables['memberships']['status']>;
        country?: string | null;
        hadTrial?: boolean;
      } = {}): Promise<TestPerson> => {
        prices('credit');
        const person = await studio.makeClient({ status, credits: 0 });
        if (country !== null)
          await app.db
            .insertInto('billing_details')
            .values({ person_id: person.id, country, updated_at: app.clock.now() })
            .execute();
        if (hadTrial)
          await studio.inTx((tx, now) => {
            const expiresAt = now.add({ hours: 24 });
            const grantKey = `trial:${person.id}`;
            return grant(tx, { personId: person.id, source: 'trial', amount: 1, expiresAt, grantKey, now });
          });
        return person;
      },
  )
  /** Presses for the hosted page of a membership. */
  .extend(
    'press',
    { scope: 'file' },
    ({ app, prices }) =>
      (person: TestPerson, offer = 'studio_5', more: object = {}) =>
        app.call(calls.createSubscriptionCheckout, { body: { priceId: prices(offer), ...more } }, person),
  )
  /** Pays a hosted page and lets its webhooks be taken in. */
  .extend(
    'pay',
    { scope: 'file' },
    ({ app }) =>
      async (url: string, number = '4242424242424242'): Promise<Page> => {
        const page = await open(url);
        const paid = await submit(formOf(page, new URL(url).pathname.split('/').at(-1)), typed(number));
        await settle(app);
        return paid;
      },
  )
  /** The bank's page of a payment; webhooks are taken in. */
  .extend('confirm', { scope: 'file' }, ({ app, sandbox }) => async (secret: string, outcome = 'passed') => {
    const [id = ''] = secret.split('_secret_');
    const page = await open(`${sandbox.url}/authenticate/${id}?client_secret=${secret}`);
    await submit(formOf(page), { outcome });
    await settle(app);
  })
  .extend(
    'checkouts',
    { scope: 'file' },
    ({ app }) =>
      ({ id }: TestPerson) =>
        app.db
          .selectFrom('billing_checkouts')
          .selectAll()
          .where('person_id', '=', id)
          .orderBy('started_at')
          .orderBy('id')
          .execute(),
  )
  /** Everything that the provider has of a person. */
  .extend('atProvider', { scope: 'file' }, ({ app, stripe }) => async ({ id }: TestPerson) => {
    const rows = await app.db
      .selectFrom('billing_customers')
      .select('customer_id')
      .where('provider', '=', 'stripe')
      .where('person_id', '=', id)
      .execute();
    const [customer = ''] = rows.map(({ customer_id }) => customer_id);
    const [sessions, subscriptions, intents] = await Promise.all([
      stripe.checkout.sessions.list({ customer, limit: 100 }),
      stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
      stripe.paymentIntents.list({ customer, limit: 100 }),
    ]);
    return {
      customers: rows.length,
      customer,
      sessions: sessions.data,
      subscriptions: subscriptions.data,
      paid: intents.data.filter(({ status }) => status === 'succeeded'),
    };
  });
