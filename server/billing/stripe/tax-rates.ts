import { toPercent } from '#shared/lib/money.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { StripeAt } from './ask-stripe.ts';
import * as queries from './queries-stripe.ts';

/** The provider's tax rate of a country, made when first needed; null for no tax (docs/product/invoices.md#vat). */
export async function ensureTaxRate(
  { db }: Pick<Ctx, 'db'>,
  { stripe, mode }: StripeAt,
  { country, basis_points }: queries.TaxRateKey,
): Promise<string | null> {
  if (basis_points === 0) return null;
  const known = await queries.taxRateOf(db, mode, { country, basis_points });
  if (known !== undefined) return known;
  const rate = await stripe.taxRates.create(
    {
      display_name: 'VAT',
      inclusive: false,
      percentage: toPercent(basis_points),
      country,
      tax_type: 'vat',
    },
    { idempotencyKey: `tax:${country}:${basis_points}` },
  );
  await queries.insertTaxRate(db, mode, { country, basis_points, tax_rate_id: rate.id });
  return rate.id;
}
