import type { Stripe } from 'stripe';
import { idOf } from './fetch-customer.ts';

type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase;

/** Gives what is left of a planned downgrade another tax rate; null: none. A phase has only what it names itself. */
export async function taxSchedule(
  stripe: Stripe,
  { id, status, current_phase, phases }: Stripe.SubscriptionSchedule,
  rate: string | null,
): Promise<void> {
  if (status !== 'active' || current_phase === null) return;
  const left = phases.filter(({ start_date }) => start_date >= current_phase.start_date);
  const isSame = ({ default_tax_rates }: Stripe.SubscriptionSchedule.Phase) =>
    (default_tax_rates ?? []).map(idOf).join() === (rate ?? '');
  if (left.every(isSame)) return;
  await stripe.subscriptionSchedules.update(id, {
    phases: left.map(({ items, discounts, start_date, end_date, proration_behavior }): Phase => {
      const named = discounts.flatMap((one) => idOf(one.discount) ?? []);
      return {
        items: items.map(({ price, quantity }) => ({ price: idOf(price) ?? '', quantity: quantity ?? 1 })),
        start_date,
        end_date,
        proration_behavior,
        ...(rate === null ? {} : { default_tax_rates: [rate] }),
        ...(named.length === 0 ? {} : { discounts: named.map((discount) => ({ discount })) }),
      };
    }),
  });
}
