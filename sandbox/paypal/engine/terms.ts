import { percentOf } from '../../lib/money/amounts.ts';
import { refused } from '../http/errors.ts';
import type { Money } from '../store/basics.ts';
import type { Plan, Taxes, Terms } from '../store/kinds.ts';
import { cents, money } from '../store/values.ts';

/** What a subscription changes of its plan. */
export interface PlanOverride {
  readonly billing_cycles?: readonly { sequence: number; pricing_scheme?: { fixed_price: Money } }[];
  readonly payment_preferences?: Partial<Plan['payment_preferences']>;
  readonly taxes?: Partial<Taxes>;
}

function amount(value: Money, currency: string): number {
  if (value.currency_code !== currency)
    throw refused('CURRENCY_MISMATCH', "The currency code is different from the plan's currency code.");
  const found = cents(value);
  if (found === null || found < 0)
    throw refused(
      'DECIMAL_PRECISION',
      'If the currency supports decimals, only two decimal place precision is supported.',
    );
  return found;
}

/** What a subscription to a plan costs. */
export function termsOf(plan: Plan, override: PlanOverride = {}): Terms {
  const [cycle] = plan.billing_cycles;
  if (cycle === undefined) throw new Error(`plan ${plan.id} has no billing cycle`);
  const currency = cycle.pricing_scheme.fixed_price.currency_code;
  for (const { sequence } of override.billing_cycles ?? [])
    if (sequence !== cycle.sequence)
      throw refused(
        'INVALID_BILLING_CYCLE_SEQUENCE',
        'The provided billing cycle sequence is not available.',
      );
  const own = override.billing_cycles?.[0]?.pricing_scheme?.fixed_price;
  const preferences = { ...plan.payment_preferences, ...override.payment_preferences };
  const taxes = { ...plan.taxes, ...override.taxes };
  return {
    price: amount(own ?? cycle.pricing_scheme.fixed_price, currency),
    currency,
    tax: taxes.percentage ?? null,
    inclusive: taxes.inclusive ?? true,
    setupFee: preferences.setup_fee === undefined ? 0 : amount(preferences.setup_fee, currency),
    setupFeeContinues: preferences.setup_fee_failure_action === 'CONTINUE',
    unit: cycle.frequency.interval_unit,
    count: cycle.frequency.interval_count,
    total: cycle.total_cycles,
    threshold: preferences.payment_failure_threshold,
  };
}

/** What one cycle costs: its price, and a tax that is not within it. The setup fee is never taxed. */
export function cycleAmount({ price, tax, inclusive }: Terms): { gross: number; tax: number } {
  const added = tax === null || inclusive ? 0 : percentOf(price, Number(tax));
  return { gross: price + added, tax: added };
}

/** The plan as a subscription has it. */
export function planWith(plan: Plan, terms: Terms): Plan {
  const { price, currency, tax, inclusive, setupFee, setupFeeContinues, threshold } = terms;
  return {
    ...plan,
    billing_cycles: plan.billing_cycles.map((cycle) => ({
      ...cycle,
      pricing_scheme: { ...cycle.pricing_scheme, fixed_price: money(price, currency) },
    })),
    payment_preferences: {
      ...plan.payment_preferences,
      setup_fee: money(setupFee, currency),
      setup_fee_failure_action: setupFeeContinues ? 'CONTINUE' : 'CANCEL',
      payment_failure_threshold: threshold,
    },
    ...(tax === null ? {} : { taxes: { percentage: tax, inclusive } }),
  };
}
