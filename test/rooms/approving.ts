import { approve, refuse, type PayPalContext } from '#sandbox/paypal/commands.ts';
import type { PayerKey } from '#sandbox/paypal/engine/payers.ts';
import type { Subscription, Transaction } from '#sandbox/paypal/store/kinds.ts';
import { previewChange } from '#shared/billing/contract-changing.ts';
import * as calls from '#shared/billing/contract-paypal.ts';
import { getMe } from '#shared/me/contract.ts';
import { paypalReach, type PayPalAt } from '#server/billing/paypal/ask-paypal.ts';
import { currentPrices } from '#server/billing/prices/queries-prices.ts';
import type { TestPerson } from '../api/people.ts';
import { makeBookingApi } from './booking.ts';
import { test as base } from './buying.ts';
import { settle } from './store.ts';

/** `test` with people who buy through PayPal, by the studio's own calls. */
export const test = base
  .extend('paypal', { scope: 'file' }, ({ app }): { at: PayPalAt; context: PayPalContext } => {
    const at = paypalReach(app.ctx());
    const context = app.sandbox?.paypal?.context;
    if (at === null || context === undefined) throw new Error('needs a sandbox with PayPal');
    return { at, context };
  })
  /** The price of an offer at PayPal. */
  .extend('priceOf', { scope: 'file' }, async ({ app, prices }) => {
    prices('credit');
    const rows = await currentPrices(app.db, 'sandbox', 'paypal');
    return (offer: string): string => rows.find(({ offer_id }) => offer_id === offer)?.price_id ?? '';
  })
  /** Presses for a membership through PayPal. */
  .extend(
    'choose',
    { scope: 'file' },
    ({ app, priceOf }) =>
      (person: TestPerson, offer = 'studio_5', more: object = {}) =>
        app.call(calls.createPaypalSubscription, { body: { priceId: priceOf(offer), ...more } }, person),
  )
  /** A payer agrees on PayPal's page; what follows is taken in. Returns where the browser goes. */
  .extend('agree', { scope: 'file' }, ({ app, paypal }) => async (url: string, payer: PayerKey = 'pays') => {
    const done = await approve(paypal.context, tokenOf(url), payer);
    await settle(app);
    return done.is === 'insufficient_funds' ? null : done.url;
  })
  /** A payer goes back from PayPal's page. Returns where the browser goes. */
  .extend('goBack', { scope: 'file' }, ({ app, paypal }) => async (url: string) => {
    const to = await refuse(paypal.context, tokenOf(url));
    await settle(app);
    return to;
  })
  /** A member through PayPal, in the first second of a period. */
  .extend(
    'member',
    { scope: 'file' },
    ({ app, buyer, choose, agree }) =>
      async (offer = 'studio_5', { country = 'PT', payer = 'pays' as PayerKey } = {}) => {
        await app.db.deleteFrom('billing_fingerprints').execute();
        const person = await buyer({ country, hadTrial: true });
        const { body } = await choose(person, offer);
        await agree(body.url, payer);
        return person;
      },
  )
  /** Somebody in the trial of a membership through PayPal. */
  .extend(
    'trialist',
    { scope: 'file' },
    ({ app, buyer, choose, agree }) =>
      async (offer = 'studio_5', country = 'PT') => {
        await app.db.deleteFrom('billing_fingerprints').execute();
        const person = await buyer({ country });
        const { body } = await choose(person, offer);
        await agree(body.url);
        return person;
      },
  )
  .extend(
    'preview',
    { scope: 'file' },
    ({ app }) =>
      (person: TestPerson, priceId: string) =>
        app.call(previewChange, { query: { priceId } }, person),
  )
  /** Changes at once to a price at PayPal as its preview says; returns PayPal's page. */
  .extend(
    'upgrade',
    { scope: 'file' },
    ({ app, priceOf, preview }) =>
      async (person: TestPerson, offer: string) => {
        const priceId = priceOf(offer);
        const { at, due_today_cents } = (await preview(person, priceId)).body;
        return app.call(calls.upgradePaypalSubscription, { body: { priceId, at, due_today_cents } }, person);
      },
  )
  /** Lets a person's time pass, and the server follow. */
  .extend('pass', { scope: 'file' }, ({ app }) => async ({ id }: TestPerson, by: string) => {
    await app.sandbox?.travel(id, by);
    await settle(app);
  })
  /** Books sessions of one credit each. */
  .extend(
    'spendSome',
    { scope: 'file' },
    ({ app, studio }) =>
      async (person: TestPerson, credits: number) => {
        // The trial's credit is spent first, and asks for that.
        const proved = { email_proved_at: app.clock.now() };
        await app.db.updateTable('people').set(proved).where('id', '=', person.id).execute();
        const api = makeBookingApi(app, studio);
        const slots = await studio.slotsOf(await studio.makeMusician());
        for (const slot of slots.slice(0, credits)) {
          const { id } = await api.hold(person, [slot]);
          await api.confirm(person, id);
        }
      },
  )
  /** What a person reads of their membership. */
  .extend('standing', { scope: 'file' }, ({ app }) => async (person: TestPerson) => {
    const { user } = (await app.call(getMe, {}, person)).body;
    return { status: user.status, ...user.subscription };
  })
  /** Subscriptions of a person at PayPal and what each of them has taken, the oldest first. */
  .extend('atPaypal', { scope: 'file' }, ({ app, paypal }) => async ({ id }: TestPerson) => {
    const rows = await app.db
      .selectFrom('billing_checkouts')
      .select('provider_id')
      .where('person_id', '=', id)
      .where('provider', '=', 'paypal')
      .where('kind', '=', 'plan')
      .where('provider_id', 'is not', null)
      .orderBy('started_at')
      .orderBy('id')
      .execute();
    return Promise.all(
      rows.map(async ({ provider_id }) => {
        const path = `/v1/billing/subscriptions/${provider_id ?? ''}`;
        const subscription = await paypal.at.paypal.call<Subscription>({ path });
        const until = 'start_time=2020-01-01T00:00:00Z&end_time=2040-01-01T00:00:00Z';
        const { transactions = [] } = await paypal.at.paypal.call<{ transactions?: Transaction[] }>({
          path: `${path}/transactions?${until}`,
        });
        const cents = transactions
          .filter(({ status }) => status === 'COMPLETED')
          .map(({ amount_with_breakdown: { gross_amount } }) => Math.round(Number(gross_amount.value) * 100));
        return { id: subscription.id, status: subscription.status, starts: subscription.start_time, cents };
      }),
    );
  });

const tokenOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
