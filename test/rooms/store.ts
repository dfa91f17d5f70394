import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { membershipCancelled } from '#server/billing/events.ts';
import type { TestApp } from '../api/app.ts';
import type { TestPerson } from '../api/people.ts';
import { formOf, open, submit, typed } from '../sandbox/browser.ts';

/** What a test's studio sells, by its own names; as the sandbox knows it. */
export const OFFERS = {
  'studio-2': { unit_cents: 9900, credits: 2, tier: 1, is_annual: false, has_rollover: false },
  'studio-5': { unit_cents: 19_900, credits: 5, tier: 2, is_annual: false, has_rollover: true },
  'studio-10': { unit_cents: 34_900, credits: 10, tier: 3, is_annual: false, has_rollover: true },
  'studio-24': { unit_cents: 106_800, credits: 24, tier: 1, is_annual: true, has_rollover: false },
  'bundle-3': { unit_cents: 21_900, credits: 3 },
  credit: { unit_cents: 7900, credits: 1 },
} as const;
export type Offer = keyof typeof OFFERS;

/** Prices at the sandbox by offer, and the tax rate of 23 %. */
export interface Store {
  readonly prices: Readonly<Record<Offer, string>>;
  readonly vat: string;
}

/** A person who is a customer at the sandbox, on a test clock of their own. */
export interface TestCustomer {
  readonly id: string;
  readonly clock: string;
  readonly person: TestPerson;
}

const kindOf = (offer: Offer): 'plan' | 'bundle' | 'top-up' =>
  offer === 'credit' ? 'top-up' : offer.startsWith('bundle') ? 'bundle' : 'plan';

/** Puts everything on sale. */
export async function openStore(app: TestApp, stripe: Stripe): Promise<Store> {
  const prices: Partial<Record<Offer, string>> = {};
  for (const [offer, { unit_cents, credits, ...plan }] of Object.entries(OFFERS)) {
    const kind = kindOf(offer as Offer);
    const product = await stripe.products.create({ name: offer });
    const interval = 'is_annual' in plan && plan.is_annual ? ('year' as const) : ('month' as const);
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: unit_cents,
      ...(kind === 'plan' ? { recurring: { interval } } : {}),
    });
    prices[offer as Offer] = price.id;
    await app.db
      .insertInto('billing_prices')
      .values({
        provider: 'stripe',
        mode: 'sandbox',
        price_id: price.id,
        product_id: product.id,
        kind,
        offer_id: offer,
        name: offer,
        unit_cents,
        credits,
        made_at: app.clock.now(),
        ...('tier' in plan ? { ...plan, concurrency: 30 } : {}),
      })
      .execute();
  }
  const vat = await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 23 });
  return { prices: prices as Record<Offer, string>, vat: vat.id };
}

/** Makes a person a customer, with a card unless it is null. */
export async function makeCustomer(
  app: TestApp,
  stripe: Stripe,
  { person, card = 'pm_card_visa' }: { person?: TestPerson; card?: string | null } = {},
): Promise<TestCustomer> {
  const owner = person ?? (await app.people.make('client'));
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: seconds(app) });
  const { id } = await stripe.customers.create({ email: owner.email, test_clock: clock.id });
  await app.db
    .insertInto('billing_customers')
    .values({
      provider: 'stripe',
      mode: 'sandbox',
      customer_id: id,
      person_id: owner.id,
      created_at: app.clock.now(),
    })
    .execute();
  if (card !== null) await setCard(stripe, id, card);
  return { id, clock: clock.id, person: owner };
}

const seconds = (app: TestApp): number => Math.floor(app.clock.now().epochMilliseconds / 1000);

/** Attaches a card and makes it the one that is charged. */
export async function setCard(stripe: Stripe, customer: string, card: string): Promise<void> {
  const method = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
}

/** A hosted purchase of credits or a bundle, not paid yet, with the metadata that the studio writes. */
export function beginPurchase(
  stripe: Stripe,
  store: Store,
  customer: Pick<TestCustomer, 'id'>,
  { offer, quantity = 1, checkout }: { offer: Offer; quantity?: number; checkout?: string },
): Promise<Stripe.Checkout.Session> {
  const metadata = {
    kind: kindOf(offer),
    price_id: store.prices[offer],
    quantity: String(quantity),
    ...(checkout === undefined ? {} : { checkout_id: checkout }),
  };
  return stripe.checkout.sessions.create({
    mode: 'payment',
    customer: customer.id,
    line_items: [{ price: store.prices[offer], quantity }],
    metadata,
    payment_intent_data: { metadata },
    success_url: 'http://localhost:4000/thank-you',
  });
}

/** Pays a hosted page with a card number. */
export const payHosted = async (session: Stripe.Checkout.Session, number = '4242424242424242') =>
  submit(formOf(await open(session.url ?? ''), session.id), typed(number));

/** The payment of a hosted purchase that is paid. */
export async function paymentOf(stripe: Stripe, { id }: Stripe.Checkout.Session): Promise<string> {
  const { payment_intent: payment } = await stripe.checkout.sessions.retrieve(id);
  if (typeof payment !== 'string') throw new Error(`${id} is not paid`);
  return payment;
}

/** Lets all webhooks arrive, and the server follow them, until nothing moves. */
export async function settle(app: TestApp): Promise<void> {
  const { sandbox } = app;
  if (sandbox === null) throw new Error("needs test.extend('options', …, { sandbox: true })");
  do await sandbox.settled();
  while ((await app.queues.drain((queue) => queue === 'billing.sync')) > 0);
}

/** Moves a customer's time, in steps that one advance allows. */
export async function travel(app: TestApp, stripe: Stripe, clock: string, days: number): Promise<void> {
  const { frozen_time: from } = await stripe.testHelpers.testClocks.retrieve(clock);
  const target = from + days * 86_400;
  for (let now = from; now < target;) {
    now = Math.min(target, now + 28 * 86_400);
    await stripe.testHelpers.testClocks.advance(clock, { frozen_time: now });
    await settle(app);
  }
}

/** Credits by source as the ledger has them now, expired ones included. */
export async function creditsOf(app: TestApp, personId: string): Promise<Record<string, number>> {
  const rows = await app.db
    .selectFrom('credit_lots')
    .select(['source', 'remaining'])
    .where('person_id', '=', personId)
    .execute();
  const sums: Record<string, number> = {};
  for (const { source, remaining } of rows) sums[source] = (sums[source] ?? 0) + remaining;
  return sums;
}

/** Until when a person's membership lasts, as the mails say that follow from its cancellations; the oldest first. */
export async function endsTold(app: TestApp, personId: string): Promise<string[]> {
  const { rows } = await sql<{ ends_at: string }>`
    select data ->> 'ends_at' as ends_at from jobs.job
    where name like ${`${membershipCancelled.event}/%`} and data ->> 'person_id' = ${personId}
    order by created_on, id`.execute(app.db);
  return rows.map(({ ends_at }) => ends_at);
}
