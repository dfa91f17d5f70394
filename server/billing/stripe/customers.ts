import type { Stripe } from 'stripe';
import { normalizeVatNumber, vatNumberCountry } from '#shared/lib/vat-number.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { paypalReach } from '../paypal/ask-paypal.ts';
import { paypalNow } from '../paypal/clock.ts';
import { customerOf } from '../queries-area.ts';
import { vatRate } from '../vat.ts';
import { refusalOf, stripeAt, type StripeAt } from './ask-stripe.ts';
import * as queries from './queries-stripe.ts';
import { findCustomer, objectOf } from './fetch-customer.ts';
import { taxSchedule } from './schedule-tax.ts';
import { ensureTaxRate } from './tax-rates.ts';

const EPOCH = Temporal.Instant.fromEpochMilliseconds(0);
/** Whole seconds since 1970, as the provider counts. */
export const secondsOf = (at: Temporal.Instant): number =>
  at.since(EPOCH, { largestUnit: 'second', smallestUnit: 'second', roundingMode: 'floor' }).seconds;

type CustomerCtx = Pick<Ctx, 'db' | 'now' | 'log' | 'payments'>;

/**
 * The person's customer at the provider, made once for each person and mode; in the sandbox with a test clock of its
 * own (docs/product/buying.md#customers). Call it outside of any transaction.
 */
export async function ensureCustomer(ctx: CustomerCtx, at: StripeAt, personId: string): Promise<string> {
  const known = await queries.customerOf(ctx.db, at.mode, personId);
  return known ?? makeCustomer(ctx, at, personId, null);
}

/**
 * The customer of a purchase that begins, told who owes its VAT: the invoice says so
 * (docs/product/invoices.md#reverse-charge). One that the provider no longer has is replaced.
 */
export async function buyingCustomer(
  ctx: CustomerCtx,
  at: StripeAt,
  personId: string,
  reverseCharge: boolean,
): Promise<string> {
  const update = async (id: string): Promise<string> => {
    await at.stripe.customers.update(id, { tax_exempt: exemptionOf(reverseCharge) });
    return id;
  };
  const known = await ensureCustomer(ctx, at, personId);
  try {
    return await update(known);
  } catch (error) {
    if (refusalOf(error)?.code !== 'resource_missing') throw error;
    ctx.log.warn({ customer: known }, 'the payment provider no longer has a customer');
    return update(await makeCustomer(ctx, at, personId, known));
  }
}

/** Makes a customer, also in the place of one that is `lost`. */
async function makeCustomer(
  ctx: CustomerCtx,
  at: StripeAt,
  personId: string,
  lost: string | null,
): Promise<string> {
  const { stripe, mode, sandbox } = at;
  const key = lost === null ? personId : `${personId}:${lost}`;
  // Equal requests under equal keys make one customer, however many calls there are at once.
  const now = sandbox ? await sandboxNow(ctx, personId) : ctx.now;
  const startedAt = await queries.startCustomer(ctx.db, mode, personId, now);
  const clock = sandbox
    ? await stripe.testHelpers.testClocks.create(
        { frozen_time: secondsOf(startedAt), name: personId },
        { idempotencyKey: `clock:${key}` },
      )
    : null;
  const { id } = await stripe.customers.create(
    { metadata: { person_id: personId }, ...(clock === null ? {} : { test_clock: clock.id }) },
    { idempotencyKey: `customer:${key}` },
  );
  await sendDetails(ctx, at, personId, await stripe.customers.retrieve(id));
  const row = { customer_id: id, person_id: personId, created_at: startedAt };
  if (lost === null) await queries.insertCustomer(ctx.db, mode, row);
  else await queries.replaceCustomer(ctx.db, mode, lost, id);
  return id;
}

/** Where the clock of who has paid at PayPal has come, so that theirs at Stripe goes on from there. */
async function sandboxNow(ctx: CustomerCtx, personId: string): Promise<Temporal.Instant> {
  const at = paypalReach(ctx);
  const isKnown = at !== null && (await customerOf(ctx.db, personId, 'paypal', at.mode)) !== undefined;
  return isKnown ? paypalNow(ctx, at, personId) : ctx.now;
}

/**
 * Brings name, address, VAT number and tax at the provider to what the person and the studio say now. Safe to repeat;
 * what is right already is left alone.
 */
export async function updateCustomer(ctx: CustomerCtx, personId: string): Promise<void> {
  const at = stripeAt(ctx);
  if (at === null) return;
  const customerId = await queries.customerOf(ctx.db, at.mode, personId);
  if (customerId === undefined) return;
  const customer = await findCustomer(at.stripe, customerId);
  if (customer === null) {
    ctx.log.warn({ customer: customerId }, 'the payment provider does not know a customer');
    return;
  }
  const { country, basis_points, subscription_id } = await sendDetails(ctx, at, personId, customer);
  if (subscription_id === null || country === null) return;
  const rate = await ensureTaxRate(ctx, at, { country, basis_points });
  const subscription = await at.stripe.subscriptions.retrieve(subscription_id, { expand: ['schedule'] });
  const schedule = objectOf(subscription.schedule);
  if (schedule !== null) await taxSchedule(at.stripe, schedule, rate);
  const had = (subscription.default_tax_rates ?? []).map(({ id }) => id);
  // An item's own rates would go before those of the subscription.
  const own = subscription.items.data.filter(({ tax_rates }) => (tax_rates ?? []).length > 0);
  const isSame = had.length === (rate === null ? 0 : 1) && (rate === null || had[0] === rate);
  if (subscription.ended_at !== null || (isSame && own.length === 0)) return;
  // The next invoice has it; what is charged already stays.
  await at.stripe.subscriptions.update(subscription_id, {
    default_tax_rates: rate === null ? '' : [rate],
    ...(own.length === 0 ? {} : { items: own.map(({ id }) => ({ id, tax_rates: '' as const })) }),
    proration_behavior: 'none',
  });
}

type Found = Stripe.Customer | Stripe.DeletedCustomer;

async function sendDetails(ctx: Pick<Ctx, 'db' | 'log'>, at: StripeAt, personId: string, there: Found) {
  const person = await queries.billedPerson(ctx.db, at.mode, personId);
  const { name, email, company_name, address, city, zipcode, country, vat_number } = person;
  const { basis_points, reverse_charge } = await vatRate(ctx, { country, vat_number: vat_number ?? '' });
  const details = {
    name: company_name || name,
    email,
    address: {
      line1: address ?? '',
      city: city ?? '',
      postal_code: zipcode ?? '',
      country: country ?? '',
    },
    tax_exempt: exemptionOf(reverse_charge),
  } as const;
  if (there.deleted === true) return { ...person, basis_points };
  if (!hasDetails(there, details)) await at.stripe.customers.update(there.id, details);
  await sendTaxId(ctx, at, there.id, person);
  return { ...person, basis_points };
}

function hasDetails(
  there: Stripe.Customer,
  {
    name,
    email,
    address,
    tax_exempt,
  }: Pick<Stripe.CustomerUpdateParams, 'name' | 'email' | 'tax_exempt'> & {
    readonly address: Readonly<Record<'line1' | 'city' | 'postal_code' | 'country', string>>;
  },
): boolean {
  const { address: known } = there;
  return (
    there.name === name &&
    there.email === email &&
    there.tax_exempt === tax_exempt &&
    (['line1', 'city', 'postal_code', 'country'] as const).every(
      (part) => (known?.[part] ?? '') === address[part],
    )
  );
}

const exemptionOf = (reverseCharge: boolean) => (reverseCharge ? 'reverse' : 'none');

/** One VAT number at most, and only a well-formed one of the EU. */
async function sendTaxId(
  { log }: Pick<Ctx, 'log'>,
  { stripe }: StripeAt,
  customerId: string,
  { country, vat_number }: { readonly country: string | null; readonly vat_number: string | null },
): Promise<void> {
  const number = vat_number ?? '';
  const wanted = vatNumberCountry(number, country) === null ? null : normalizeVatNumber(number, country);
  const { data } = await stripe.customers.listTaxIds(customerId, { limit: 100 });
  const known = data.find(({ type, value }) => type === 'eu_vat' && value === wanted);
  for (const { id } of data.filter((one) => one !== known))
    await stripe.customers.deleteTaxId(customerId, id);
  if (wanted === null || known !== undefined) return;
  await stripe.customers
    .createTaxId(customerId, { type: 'eu_vat', value: wanted })
    .catch((error: unknown) => {
      // The provider may judge a number by its digits; it is the person's own all the same.
      if (refusalOf(error) === null) throw error;
      log.warn({ err: error }, 'the provider refused a VAT number');
    });
}
