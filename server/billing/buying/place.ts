import { countryName } from '#shared/lib/countries.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { tellProvider } from '../tell-provider.ts';
import * as queries from './queries-buying.ts';

/** What decides the VAT. */
export interface Place {
  readonly country: string;
  readonly vat_number: string;
}

interface Chosen {
  readonly country?: string | undefined;
  readonly zipcode?: string | undefined;
}

const asksZipcode = (country: string): boolean => ['US', 'GB', 'CA'].includes(country);

/** The billing country of a purchase: the chosen one, else that of the billing address. */
export async function placeOf(
  { db, actor }: Pick<SignedInCtx, 'db' | 'actor'>,
  { country }: Chosen,
): Promise<Result<Place, 'needs_country'>> {
  const known = await queries.billingPlace(db, actor.id);
  const chosen = country ?? known.country;
  if (chosen === null || countryName(chosen) === null) return fail('needs_country');
  return ok({ country: chosen, vat_number: known.vat_number });
}

/** The same, and keeps what was chosen as the billing address (docs/product/buying.md#billing-country). */
export async function keepPlace(ctx: SignedInCtx, chosen: Chosen): Promise<Result<Place, 'needs_country'>> {
  const place = await placeOf(ctx, chosen);
  if (!place.ok || chosen.country === undefined) return place;
  const { db, actor, now } = ctx;
  const { country } = place.value;
  const zipcode = asksZipcode(country) ? chosen.zipcode?.trim() : undefined;
  const known = await queries.billingPlace(db, actor.id);
  if (known.country === country && (zipcode === undefined || zipcode === known.zipcode)) return place;
  await transaction({ db, now }, async (tx) => {
    await lockPerson(tx, actor.id);
    await queries.putBillingPlace(
      tx,
      actor.id,
      { country, ...(zipcode === undefined ? {} : { zipcode }) },
      now,
    );
    await ctx.events.enqueue(tx, tellProvider, { person_id: actor.id });
    return ok(null);
  });
  return place;
}
