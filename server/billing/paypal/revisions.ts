import { percentOf } from '#shared/lib/money.ts';
import { centsOf, instantOf } from './objects.ts';
import type * as objects from './objects.ts';
import { cycleAt, cyclePeriod, DRIFT, type Cycles } from './periods.ts';
import type { Revision, Terms } from './queries-paypal.ts';

const compare = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b);

interface Subject {
  readonly subscription: Pick<objects.Subscription, 'id' | 'plan_id'>;
  readonly transactions: readonly objects.Transaction[];
  /** The price that it was bought by. */
  readonly first: string;
  readonly cycles: Cycles;
  readonly terms: ReadonlyMap<string, Terms>;
  /** The VATs that its charges may have. */
  readonly rates: readonly number[];
}

/**
 * Changes of plan that their payer has agreed to, in their order. The plan that PayPal names is the last one, also of a
 * page that was given up here before (docs/product/paypal.md#status).
 */
export function agreedRevisions(revisions: readonly Revision[], subject: Subject): readonly Revision[] {
  const { id, plan_id } = subject.subscription;
  const own = revisions.filter(({ subscription_id }) => subscription_id === id);
  const done = own.filter(({ state }) => state === 'done');
  if ((done.at(-1)?.to_price_id ?? subject.first) === plan_id) return done;
  const named = own.findLast(({ to_price_id }) => to_price_id === plan_id);
  if (named === undefined) return done;
  const before = done.filter((one) => one.id !== named.id);
  if (named.state === 'done') return [...before, named];
  return [...before, { ...named, effective_from: beginOf(named, subject) }];
}

/** From when on an agreed plan counts: after the periods that were still charged by the plan before. */
function beginOf({ effective_from, from_price_id, to_price_id }: Revision, subject: Subject) {
  const { transactions, cycles, terms, rates } = subject;
  const charged = transactions.filter(
    (one) =>
      isPriceOf(one, terms.get(from_price_id), rates) && !isPriceOf(one, terms.get(to_price_id), rates),
  );
  return charged
    .map(({ time }) => cyclePeriod(cycles, cycleAt(cycles, instantOf(time))).end)
    .reduce((latest, end) => (compare(end, latest) > 0 ? end : latest), effective_from);
}

/** The price at an instant. PayPal's own date of the next charge may lie some days beside the period's end. */
export function priceAt(
  agreed: readonly Revision[],
  { first, cycles }: Pick<Subject, 'first' | 'cycles'>,
  at: Temporal.Instant,
): string {
  const until = compare(at, cycles.from) < 0 ? at : at.add(DRIFT);
  return agreed.findLast(({ effective_from }) => compare(effective_from, until) <= 0)?.to_price_id ?? first;
}

/** Whether a charge is that of a price, with one of the VATs that it may have; PayPal may round a cent otherwise. */
export function isPriceOf(
  { amount_with_breakdown: { gross_amount, tax_amount } }: objects.Transaction,
  price: Pick<Terms, 'unit_cents'> | undefined,
  rates: readonly number[],
): boolean {
  const gross = centsOf(gross_amount);
  if (price === undefined || gross === null) return false;
  const { unit_cents: unit } = price;
  const tax = tax_amount === undefined ? 0 : (centsOf(tax_amount) ?? 0);
  if (gross - tax === unit) return true;
  return rates.some((rate) => Math.abs(gross - unit - percentOf(unit, rate)) <= (rate === 0 ? 0 : 1));
}
