import { TOP_UP } from '#shared/billing/texts-area.ts';
import type { Breakdown } from '#shared/billing/contract-buying.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { Placeholder } from '../../ui/feedback/Skeleton.tsx';
import classes from './TopUpModal.module.css';

interface TopUpPriceProps {
  /** The last one that is known. */
  readonly breakdown: Breakdown | null;
  /** It is that of the number shown. */
  readonly isCurrent: boolean;
  readonly isFailed: boolean;
}

/** Net, VAT and total; while the price of another number loads, the rows stay and their amounts go. */
export function TopUpPrice({ breakdown, isCurrent, isFailed }: TopUpPriceProps) {
  if (isFailed && !isCurrent) return null;
  const lines = breakdown?.lines ?? [{ label: TOP_UP.quantity, cents: 0 }];
  const amount = (cents: number) => (isCurrent ? formatUsd(cents) : <Placeholder width="4.5em" />);
  return (
    <dl className={classes.price} aria-busy={!isCurrent}>
      {lines.map(({ label, cents }) => (
        <div key={label}>
          <dt>{isCurrent ? label : TOP_UP.quantity}</dt>
          <dd>{amount(cents)}</dd>
        </div>
      ))}
      {breakdown !== null && breakdown.vat_percent > 0 && (
        <div>
          <dt>{TOP_UP.vat(breakdown.vat_percent)}</dt>
          <dd>{amount(breakdown.vat_cents)}</dd>
        </div>
      )}
      <div className={classes.total}>
        <dt>{TOP_UP.total}</dt>
        <dd aria-live="polite">{amount(breakdown?.total_cents ?? 0)}</dd>
      </div>
      {breakdown?.reverse_charge === true && <p className={classes.note}>{TOP_UP.reverseCharge}</p>}
    </dl>
  );
}
