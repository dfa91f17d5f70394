import type { Endpoint, InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/content/contract-prices.ts';
import { PRICES_TEXTS, PROVIDER_LABELS } from '#shared/operator/content/texts-prices.ts';
import { makeShownPrices, showPrices, type ShownPrices } from '../../billing/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';

type Answer<E extends Endpoint> = Promise<Result<ResponseOf<E>, ProblemOf<E>>>;

/** The price of each offer at each provider (docs/product/operator.md#prices). */
export async function listPrices(ctx: SignedInCtx): Answer<typeof contract.listPrices> {
  return ok(toWire(await showPrices(ctx)));
}

/** Makes the prices that were seen to be missing (docs/product/operator.md#prices). */
export async function makePrices(
  ctx: SignedInCtx,
  { body: { seen } }: InputOf<typeof contract.makePrices>,
): Answer<typeof contract.makePrices> {
  const made = await makeShownPrices(ctx, seen);
  if (made.ok) return ok(toWire(made.value));
  if (made.reason !== 'unanswered') return fail(made.reason);
  const names = made.away.map((provider) => PROVIDER_LABELS[provider]);
  return fail('provider_unavailable', { detail: PRICES_TEXTS.away(names) });
}

const toWire = ({ providers, seen }: ShownPrices): ResponseOf<typeof contract.listPrices> => ({
  seen,
  providers: providers.map(({ provider, mode, prices }) => ({
    provider,
    mode,
    prices: prices.map((price) => ({
      state: price.state,
      kind: price.kind,
      offer: price.offer_id,
      name: price.name,
      cents: price.unit_cents,
      credits: price.credits,
      is_annual: price.is_annual,
      price_id: price.price_id,
      made_at: price.made_at?.toString() ?? null,
    })),
  })),
});
