import type { ReadOf } from '../../lib/api.ts';
import type { getQuote } from '#shared/billing/calls.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { Loading, Placeholder } from '../../ui/feedback/Skeleton.tsx';
import classes from './Breakdown.module.css';

type Amounts = ReadOf<typeof getQuote>['breakdown'];

interface BreakdownProps {
  readonly amounts: Amounts;
  /** Of the total: 'a month', 'a year'. */
  readonly per?: string;
}

/** Lines, net, VAT and total (docs/product/buying.md#paying). Countries without VAT have no VAT line. */
export function Breakdown({ amounts, per }: BreakdownProps) {
  const { lines, net_cents, vat_percent, vat_cents, total_cents, reverse_charge } = amounts;
  const hasVat = vat_percent > 0 || reverse_charge;
  return (
    <dl className={classes.sums}>
      {lines.map(({ label, cents }) => (
        <Row key={label} label={label} cents={cents} />
      ))}
      {hasVat && lines.length > 1 && <Row label="Net" cents={net_cents} />}
      {hasVat && (
        <Row label={reverse_charge ? 'VAT (reverse charge)' : `VAT (${vat_percent}%)`} cents={vat_cents} />
      )}
      <Row label={per === undefined ? 'Total' : `Total ${per}`} cents={total_cents} total />
    </dl>
  );
}

interface RowProps {
  readonly label: string;
  readonly cents: number;
  readonly total?: boolean;
}

function Row({ label, cents, total = false }: RowProps) {
  return (
    <div data-total={total || undefined} data-discount={cents < 0 || undefined}>
      <dt>{label}</dt>
      <dd>{formatUsd(cents)}</dd>
    </div>
  );
}

/** The shape of a breakdown. */
export function BreakdownSkeleton() {
  return (
    <Loading what="the price">
      <div className={classes.sums}>
        <Placeholder height="20px" />
        <Placeholder height="20px" />
        <Placeholder height="28px" />
      </div>
    </Loading>
  );
}
