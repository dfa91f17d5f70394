import { setTimeout as wait } from 'node:timers/promises';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit, type AuditedBy } from '../../db/audit.ts';
import { ifFree } from '../../db/if-free.ts';
import { LOCKS } from '../../db/locks.ts';
import { transaction } from '../../db/transaction.ts';
import { paypalReach } from '../paypal/ask-paypal.ts';
import { stripeAt } from '../stripe/ask-stripe.ts';
import { retireAtPaypal, sellAtPaypal } from './paypal-prices.ts';
import { planAt, providersOf, type PricePlan, type ProviderMode } from './plan-prices.ts';
import * as queries from './queries-prices.ts';
import { retireAtStripe, sellAtStripe } from './stripe-prices.ts';

/** What a synchronization takes. */
export type SyncCtx = Pick<Ctx, 'db' | 'now' | 'log' | 'payments'> & AuditedBy;

/** What has to change at each provider. */
export type PricePlans = Readonly<Partial<Record<Provider, PricePlan>>>;

/** How many offers wait for a price at a provider. */
export function offersWithoutPrice(plans: PricePlans): number {
  const sales = Object.values(plans).flatMap(({ make, revive }) => [...make, ...revive]);
  return new Set(sales.map(({ kind, offer_id }) => `${kind}:${offer_id}`)).size;
}

/** Compares the catalogue with the prices at the providers, without asking them (docs/product/billing.md#prices). */
export async function planPrices(ctx: SyncCtx): Promise<Result<PricePlans, 'payments_not_configured'>> {
  return overAll(ctx, (at) => planAt(ctx, at));
}

/** How long one waits for somebody else who makes prices, and how often one looks. */
const WAIT_MS = 60_000;
const LOOK_MS = 100;

/**
 * Makes prices at the providers for all that the catalogue sells, and returns what it changed. Waits for others who do;
 * `prices_busy` after a minute. Safe to repeat.
 */
export async function syncPrices(
  ctx: SyncCtx,
): Promise<Result<PricePlans, 'payments_not_configured' | 'prices_busy'>> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const done = await alone(ctx, () => overAll(ctx, (at) => syncAt(ctx, at)));
    if (done !== null) return done;
    if (performance.now() > deadline) return fail('prices_busy');
    await wait(LOOK_MS);
  }
}

/** Runs `work` while nobody else makes prices; null where somebody does. */
export const alone = <T>(ctx: SyncCtx, work: () => Promise<T>): Promise<T | null> =>
  ifFree(ctx.db, LOCKS.prices, work);

async function overAll(
  ctx: SyncCtx,
  run: (at: ProviderMode) => Promise<PricePlan>,
): Promise<Result<PricePlans, 'payments_not_configured'>> {
  const providers = providersOf(ctx);
  if (providers.length === 0) return fail('payments_not_configured');
  const plans: Partial<Record<Provider, PricePlan>> = {};
  for (const at of providers) plans[at.provider] = await run(at);
  return ok(plans);
}

/** Makes, renames and retires prices at one provider, `alone`, and returns what it changed. Safe to repeat. */
export async function syncAt(ctx: SyncCtx, at: ProviderMode): Promise<PricePlan> {
  const { provider, mode } = at;
  const plan = await planAt(ctx, at);
  const { make, revive, rename, retire } = plan;
  if (make.length + revive.length + rename.length + retire.length === 0) return plan;
  const known = await queries.allPrices(ctx.db, mode, provider);
  const made = await sell(ctx, provider, plan, known);
  // Before it is noted: what fails here is to do again. Whoever has a membership by an old price keeps it.
  const [stripe, paypal] = [stripeAt(ctx), paypalReach(ctx)];
  if (provider === 'stripe' && stripe !== null) await retireAtStripe(stripe, retire);
  if (provider === 'paypal' && paypal !== null) await retireAtPaypal(paypal, retire);
  await transaction(ctx, async (tx) => {
    const gone = retire.map(({ price_id }) => price_id);
    await queries.retirePrices(tx, mode, gone, ctx.now, provider);
    for (const price of [...made, ...revive, ...rename])
      await queries.putPrice(tx, mode, price, ctx.now, provider);
    const after = Object.fromEntries(
      Object.entries(plan).map(([what, sales]) => [what, sales.map(saleFacts)]),
    );
    await audit(tx, ctx, {
      what: 'prices.synced',
      object: { kind: 'prices', id: provider },
      after,
    });
    return ok(null);
  });
  return plan;
}

/** A sale in the audit log. */
const saleFacts = ({ name, unit_cents, credits }: PricePlan['make'][number]) => ({
  name,
  unit_cents,
  credits,
});

async function sell(
  ctx: SyncCtx,
  provider: Provider,
  plan: PricePlan,
  known: readonly queries.Price[],
): Promise<readonly queries.Price[]> {
  const [stripe, paypal] = [stripeAt(ctx), paypalReach(ctx)];
  if (provider === 'stripe' && stripe !== null) return sellAtStripe(stripe, plan, known);
  if (provider === 'paypal' && paypal !== null) return sellAtPaypal(paypal, plan);
  return [];
}
