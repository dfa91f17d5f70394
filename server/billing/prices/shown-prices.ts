import { createHash } from 'node:crypto';
import { salesOf, sellsSame, type PriceState, type Sale } from '#shared/billing/rules-prices.ts';
import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { catalogue, clearDocumentCache } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { askPaypal } from '../paypal/ask-paypal.ts';
import { askStripe, isRefusedOutside } from '../stripe/ask-stripe.ts';
import { planAt, providersOf, type ProviderMode } from './plan-prices.ts';
import * as queries from './queries-prices.ts';
import { alone, syncAt, type SyncCtx } from './sync.ts';

/** An offer's price at a provider, and what is to do about it. */
export interface ShownPrice extends Sale {
  readonly state: PriceState;
  readonly price_id: string | null;
  readonly made_at: Temporal.Instant | null;
}

export interface ShownPrices {
  readonly providers: readonly {
    readonly provider: Provider;
    readonly mode: Mode;
    readonly prices: readonly ShownPrice[];
  }[];
  /** Names what is to do; changes with it. */
  readonly seen: string;
}

/** The price of each offer at each provider, without asking it (docs/product/billing.md#prices). */
export async function showPrices(ctx: Pick<Ctx, 'db' | 'payments'>): Promise<ShownPrices> {
  // What another process has just published counts.
  clearDocumentCache(ctx.db);
  const providers = [];
  for (const at of providersOf(ctx)) providers.push({ ...at, prices: await pricesAt(ctx, at) });
  const toDo = providers.map(({ provider, mode, prices }) => [
    provider,
    mode,
    prices.filter(({ state }) => state !== 'sold'),
  ]);
  return { providers, seen: createHash('sha256').update(JSON.stringify(toDo)).digest('hex') };
}

const isIn = (list: readonly queries.KeptPrice[], id: string): boolean =>
  list.some(({ price_id }) => price_id === id);

const known = (state: PriceState, price: queries.KeptPrice): ShownPrice => ({ ...price, state });

async function pricesAt(ctx: Pick<Ctx, 'db'>, at: ProviderMode): Promise<ShownPrice[]> {
  const { make, revive, rename, retire } = await planAt(ctx, at);
  const sold = await queries.currentPrices(ctx.db, at.mode, at.provider);
  const shown: readonly ShownPrice[] = [
    ...make.map((sale) => ({ ...sale, state: 'new' as const, price_id: null, made_at: null })),
    ...revive.map((price) => known('again', price)),
    ...rename.map((price) => known('renamed', price)),
    ...sold
      .filter(({ price_id }) => !isIn(rename, price_id) && !isIn(retire, price_id))
      .map((price) => known('sold', price)),
  ];
  const offered = salesOf(await catalogue(ctx));
  const placeOf = (price: ShownPrice): number => offered.findIndex((sale) => sellsSame(price, sale));
  return [
    ...shown.toSorted((a, b) => placeOf(a) - placeOf(b)),
    ...retire.map((price) => known('retired', price)),
  ];
}

/** Why nothing was made, or not all. */
type NotMade =
  | Result<never, 'payments_not_configured' | 'offers_changed' | 'prices_busy'>
  | { readonly ok: false; readonly reason: 'unanswered'; readonly away: readonly Provider[] };

/**
 * Makes what was seen to be missing at each provider (docs/product/billing.md#prices). A provider that does not answer
 * does not keep the other from its prices, and neither loses what it has made. A refusal throws in the provider's words.
 */
export async function makeShownPrices(
  ctx: SyncCtx,
  seen: string,
): Promise<{ readonly ok: true; readonly value: ShownPrices } | NotMade> {
  if (providersOf(ctx).length === 0) return fail('payments_not_configured');
  return (await alone(ctx, () => makeAlone(ctx, seen))) ?? fail('prices_busy');
}

async function makeAlone(
  ctx: SyncCtx,
  seen: string,
): Promise<{ readonly ok: true; readonly value: ShownPrices } | NotMade> {
  if ((await showPrices(ctx)).seen !== seen) return fail('offers_changed');
  const away: Provider[] = [];
  let refusal: unknown;
  for (const at of providersOf(ctx)) {
    try {
      const ask = at.provider === 'stripe' ? askStripe : askPaypal;
      const asked = await ask(ctx, () => syncAt(ctx, at));
      if (!asked.ok) away.push(at.provider);
    } catch (error) {
      if (!isRefusedOutside(error)) throw error;
      refusal ??= error;
    }
  }
  if (refusal !== undefined) throw refusal;
  if (away.length > 0) return { ok: false, reason: 'unanswered', away };
  return ok(await showPrices(ctx));
}
