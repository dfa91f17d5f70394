import type {
  CustomerState,
  PaymentState,
  ProviderAction,
  SubscriptionState,
} from '#shared/billing/rules-provider.ts';
import { ok } from '#shared/lib/result.ts';
import { applyCustomerState } from '#server/billing/apply.ts';
import { transaction } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';
import type { TestApp } from '../api/app.ts';

/** Prices of tests by their names: monthly plans, one without rollover, a yearly one, a bundle and a top-up. */
export const PRICES = {
  studio2: { kind: 'plan', credits: 2, tier: 1, is_annual: false, has_rollover: false, unit_cents: 9900 },
  studio5: { kind: 'plan', credits: 5, tier: 2, is_annual: false, has_rollover: true, unit_cents: 19_900 },
  studio10: { kind: 'plan', credits: 10, tier: 3, is_annual: false, has_rollover: true, unit_cents: 34_900 },
  studio60: { kind: 'plan', credits: 60, tier: 2, is_annual: true, has_rollover: false, unit_cents: 214_800 },
  bundle3: {
    kind: 'bundle',
    credits: 3,
    tier: null,
    is_annual: null,
    has_rollover: null,
    unit_cents: 21_900,
  },
  credit: { kind: 'top-up', credits: 1, tier: null, is_annual: null, has_rollover: null, unit_cents: 7900 },
} as const;
export type PriceName = keyof typeof PRICES;

const PROVIDERS = [
  ['stripe', ''],
  ['paypal', 'P-'],
] as const;

/** Inserts the prices of tests; those of PayPal begin with `P-`. */
export async function insertPrices({ db, clock }: Pick<TestApp, 'db' | 'clock'>): Promise<void> {
  const all = PROVIDERS.flatMap(([provider, prefix]) =>
    Object.entries(PRICES).map(([name, price]) => ({ ...price, provider, name, price_id: prefix + name })),
  );
  const rows = all.map(({ name: price_id, ...price }) => ({
    ...price,
    mode: 'test' as const,
    product_id: `product-${price_id}`,
    offer_id: price_id,
    name: price_id,
    concurrency: price.kind === 'plan' ? 30 : null,
    made_at: clock.now(),
  }));
  await db.insertInto('billing_prices').values(rows).execute();
}

/** A running monthly subscription. */
export function makeSubscription(more: Partial<SubscriptionState> & { id: string }): SubscriptionState {
  const period_start = more.period_start ?? Temporal.Instant.from('2026-11-21T12:00:00Z');
  return {
    status: 'active',
    item_id: `item-${more.id}`,
    price_id: 'studio5',
    created_at: period_start,
    period_start,
    period_end: period_start.add({ hours: 30 * 24 }),
    trial_end: null,
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    pending: null,
    last_payment: 'success',
    failing: null,
    next: null,
    checkout_id: null,
    ...more,
  };
}

/** A payment; by default of a plan's first period. */
export function makePayment(more: Partial<PaymentState> & { provider_id: string }): PaymentState {
  const price_id = more.price_id ?? 'studio5';
  const { kind, unit_cents } = PRICES[price_id.replace(/^P-/, '') as PriceName] ?? {
    kind: 'plan',
    unit_cents: 1000,
  };
  const quantity = more.quantity ?? 1;
  const paid_at = more.paid_at ?? Temporal.Instant.from('2026-11-21T12:00:00Z');
  const isPlan = kind === 'plan';
  const period_start = isPlan ? (more.period_start ?? paid_at) : null;
  return {
    kind,
    price_id,
    quantity,
    subscription_id: isPlan ? 'sub' : null,
    item_id: isPlan ? `item-${more.subscription_id ?? 'sub'}` : null,
    invoice_id: isPlan ? `invoice-${more.provider_id}` : null,
    period_start,
    period_end: period_start?.add({ hours: 30 * 24 }) ?? null,
    is_trial: false,
    is_first: false,
    total_cents: unit_cents * quantity,
    net_cents: unit_cents * quantity,
    refunds: [],
    disputes: [],
    paid_at,
    fingerprint: null,
    checkout_id: null,
    ...more,
  };
}

let reads = 0;

/** A state of a person's customer; each is a later read than those made before. */
export function makeState(personId: string, more: Partial<CustomerState> = {}): CustomerState {
  return {
    read_number: (reads += 1),
    provider: 'stripe',
    mode: 'test',
    customer_id: `customer-${personId}`,
    person_id: personId,
    card: null,
    payer_email: null,
    fingerprints: [],
    subscriptions: [],
    payments: [],
    ...more,
  };
}

/** Stores a state as a job does, in a transaction of its own. */
export async function applyState(app: TestApp, state: CustomerState): Promise<readonly ProviderAction[]> {
  const done = await transaction({ db: app.db, now: app.clock.now() }, async (tx) =>
    ok(await applyCustomerState(tx, app.ctx(), state)),
  );
  if (!done.ok) throw new Error('a state was refused');
  return done.value;
}

/** What is open of a person's credits, by source. */
export async function openCredits(app: TestApp, personId: string): Promise<Record<string, number>> {
  const rows = await app.db
    .selectFrom('credit_lots')
    .select(({ fn }) => ['source', fn.sum<number>('remaining').as('remaining')])
    .where('person_id', '=', personId)
    .where((b) => b.or([b('expires_at', 'is', null), b('expires_at', '>', app.clock.now())]))
    .where('remaining', '>', 0)
    .groupBy('source')
    .execute();
  return Object.fromEntries(rows.map(({ source, remaining }) => [source, remaining]));
}

/** An id that no other test uses. */
export const unique = (name: string): string => `${name}-${newId()}`;
