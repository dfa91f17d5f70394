import { approve, type PayPalContext } from '#sandbox/paypal/commands.ts';
import type { PayerKey } from '#sandbox/paypal/engine/payers.ts';
import { percentOf } from '#shared/lib/money.ts';
import { paypalReach, type PayPalAt } from '#server/billing/paypal/ask-paypal.ts';
import { customIdOf, moneyOf } from '#server/billing/paypal/objects.ts';
import { keepObject } from '#server/billing/paypal/queries-paypal.ts';
import { syncPrices } from '#server/billing/prices/sync.ts';
import { currentPrices, type Price } from '#server/billing/prices/queries-prices.ts';
import { newId } from '#server/lib/ids.ts';
import type { Tables } from '#server/db/tables.ts';
import type { TestApp } from '../api/app.ts';
import { settle } from './store.ts';

/** The sandbox's PayPal of a test's application, with the default catalogue on sale. */
export interface PayPalStore {
  readonly at: PayPalAt;
  /** For what payers and the dashboard do. */
  readonly context: PayPalContext;
  price(offerId: string): Price;
}

export async function openPaypal(app: TestApp): Promise<PayPalStore> {
  const at = paypalReach(app.ctx());
  const context = app.sandbox?.paypal?.context;
  if (at === null || context === undefined) throw new Error('needs a sandbox with PayPal');
  await syncPrices(app.ctx());
  const prices = await currentPrices(app.db, at.mode, 'paypal');
  return {
    at,
    context,
    price(offerId) {
      const price = prices.find(({ offer_id }) => offer_id === offerId);
      if (price === undefined) throw new Error(`${offerId} is not sold`);
      return price;
    },
  };
}

export interface Bought {
  /** The subscription or the order. */
  readonly id: string;
  readonly checkout: string;
}

/** Columns of the purchase that differ. */
type Row = Partial<
  Pick<
    Tables['billing_checkouts'],
    'replaces_provider' | 'replaces_subscription' | 'counted_at' | 'credited_unspent'
  >
>;

interface Wish {
  readonly person: string;
  readonly offer: string;
  readonly quantity?: number;
  /** Hundredths of a percent. */
  readonly vat?: number;
  /** When the first cycle is charged; a month from now unless told otherwise. */
  readonly from?: Temporal.Instant;
  /** A trial until then, or nothing due until then; else the first period is paid at the approval. */
  readonly free?: 'trial' | 'until';
  /** What is due at the approval; the price unless told otherwise. */
  readonly due?: number;
  readonly more?: Row;
}

/** Makes a purchase as the server's verbs do: the row, the object at PayPal, its place in the registry. */
export async function beginAtPaypal(app: TestApp, store: PayPalStore, wish: Wish): Promise<Bought> {
  const { person, offer, quantity = 1, vat = 0, free, due } = wish;
  const price = store.price(offer);
  const now = app.clock.now();
  const from = wish.from ?? now.toZonedDateTimeISO('UTC').add({ months: 1 }).toInstant();
  const net = free === undefined ? (due ?? price.unit_cents * quantity) : 0;
  const checkout = newId();
  const row = {
    id: checkout,
    person_id: person,
    provider: 'paypal',
    mode: store.at.mode,
    kind: price.kind,
    price_id: price.price_id,
    quantity,
    way: 'hosted' as const,
    state: 'starting' as const,
    net_cents: net,
    vat_cents: percentOf(net, vat),
    vat_basis_points: vat,
    cycles_from: price.kind === 'plan' ? from : null,
    is_trial: free === 'trial',
    started_at: now,
    expires_at: now.add({ hours: 3 }),
    ...wish.more,
  };
  await app.db.insertInto('billing_checkouts').values(row).execute();
  const gross = row.net_cents + row.vat_cents;
  const custom_id = customIdOf(person, checkout);
  const urls = { return_url: 'http://localhost:4000/back', cancel_url: 'http://localhost:4000/' };
  const plan = {
    plan_id: price.price_id,
    start_time: from.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString(),
    custom_id,
    application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'SUBSCRIBE_NOW', ...urls },
    plan: {
      ...(gross === 0 ? {} : { payment_preferences: { setup_fee: moneyOf(gross) } }),
      ...(vat === 0 ? {} : { taxes: { percentage: String(vat / 100), inclusive: false } }),
    },
  };
  const order = {
    intent: 'CAPTURE',
    purchase_units: [{ custom_id, amount: moneyOf(gross) }],
    application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW', ...urls },
  };
  const isPlan = price.kind === 'plan';
  const { id } = await store.at.paypal.call<{ id: string }>({
    method: 'POST',
    path: isPlan ? '/v1/billing/subscriptions' : '/v2/checkout/orders',
    requestId: `checkout:${checkout}`,
    body: isPlan ? plan : order,
  });
  await app.db
    .updateTable('billing_checkouts')
    .set({ state: 'open', provider_id: id })
    .where('id', '=', checkout)
    .execute();
  const kind = isPlan ? 'subscription' : 'order';
  await keepObject(app.db, { mode: store.at.mode, object_id: id, kind, person_id: person, now });
  return { id, checkout };
}

/** The same, approved and taken in. */
export async function buyAtPaypal(
  app: TestApp,
  store: PayPalStore,
  { payer = 'pays', ...wish }: Wish & { readonly payer?: PayerKey },
): Promise<Bought> {
  const bought = await beginAtPaypal(app, store, wish);
  await approve(store.context, bought.id, payer);
  await settle(app);
  return bought;
}

/** Lets a person's time at PayPal pass, and the server follow. */
export async function travelAtPaypal(app: TestApp, person: string, by: string): Promise<void> {
  await app.sandbox?.travel(person, by);
  await settle(app);
}
