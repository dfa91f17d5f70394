import { vatRateFor, type VatRate } from '#shared/billing/rules-vat.ts';
import { company, vatTable } from '../content/service.ts';
import type { Ctx } from '../ctx/ctx.ts';
import type { Db } from '../db/transaction.ts';

interface Buyer {
  /** Billing country; null: unknown, so no VAT. */
  readonly country: string | null;
  readonly vat_number: string;
}

/**
 * The VAT rate of a purchase by the studio's table and setting (docs/product/invoices.md#vat). Inside a transaction
 * pass it as `through`.
 */
export async function vatRate(ctx: Pick<Ctx, 'db'>, buyer: Buyer, through?: Db): Promise<VatRate> {
  const [{ rates, reverse_charge }, { country: seller }] = [
    await vatTable(ctx, through),
    await company(ctx, through),
  ];
  return vatRateFor({ ...buyer, seller, table: rates, reverseCharge: reverse_charge });
}
