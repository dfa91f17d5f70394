import { formatUsdExact } from '#shared/lib/money.ts';
import type { Payout } from '#shared/operator/musicians/contract-payouts.ts';
import classes from './Payouts.module.css';

/** Whose months they are: the name of one, or how many. */
export const musiciansText = (payouts: readonly Payout[]): string =>
  payouts.length === 1 ? (payouts[0]?.musician.name ?? '') : `${payouts.length} musicians`;

/** Payments of several musicians, by name; of one there is nothing to list. */
export function PayoutSums({ payouts }: { readonly payouts: readonly Payout[] }) {
  if (payouts.length < 2) return null;
  return (
    <ul className={classes.sums}>
      {payouts.map(({ musician, payment_cents }) => (
        <li key={musician.id}>
          <span>{musician.name}</span> <span>{formatUsdExact(payment_cents ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}
