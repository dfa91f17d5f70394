import { useState } from 'react';
import type { YearMonth } from '#shared/calendar/rules-pay.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import type { Payout } from '#shared/operator/musicians/contract-payouts.ts';
import { isPayable, PAYOUTS_AT_ONCE, payoutTotals } from '#shared/operator/musicians/rules-payouts.ts';
import { downloadCsv } from '../../lib/csv.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Facts, type Fact } from '../../ui/layout/Facts.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import { PaidDialog } from './PaidDialog.tsx';
import { PayoutList } from './PayoutList.tsx';
import classes from './Payouts.module.css';
import { monthText, payoutsCsv } from './payouts-csv.ts';

/** Rows that are shown at first, and with each press more. */
const ROWS = 100;

interface PayoutsMonthProps {
  readonly which: YearMonth;
  readonly payouts: readonly Payout[];
  readonly zone: string;
  /** Whether these are all; what needs all of them waits for that. */
  readonly isWhole: boolean;
}

/** Whose months they are, what they add up to, and what can be done with several of them. */
export function PayoutsMonth({ which, payouts, zone, isWhole }: PayoutsMonthProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<'close' | 'pay' | null>(null);
  const [rows, setRows] = useState(ROWS);
  if (payouts.length === 0 && isWhole)
    return (
      <EmptyState title="Nothing in this month">
        No musician had hours in it. Choose another month above.
      </EmptyState>
    );
  if (!isWhole)
    return (
      <>
        <output className={classes.hint}>
          The sums come once all musicians are read: {payouts.length} so far.
        </output>
        <PayoutList payouts={payouts.slice(0, rows)} by="musician" zone={zone} />
      </>
    );
  const closable = payouts.filter(({ refusal }) => refusal === null);
  const payable = payouts.filter(isPayable);
  // What was marked meanwhile is not selected any more.
  const selected = payable.filter(({ musician }) => chosen.has(musician.id));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const close = () => setOpen(null);
  return (
    <>
      <div className={classes.totals}>
        <Facts facts={totalsOf(payouts)} />
      </div>
      <div className={classes.verbs}>
        {closable.length > 0 && (
          <Button onClick={() => setOpen('close')}>Close all that can be ({closable.length})</Button>
        )}
        {payable.length > 0 && (
          <Button
            kind={closable.length > 0 ? 'plain' : 'main'}
            aria-disabled={selected.length === 0 || selected.length > PAYOUTS_AT_ONCE || undefined}
            onClick={() => {
              if (selected.length > 0 && selected.length <= PAYOUTS_AT_ONCE) setOpen('pay');
            }}
          >
            Mark selected as paid ({selected.length})
          </Button>
        )}
        {payable.length > 0 && (
          <Button
            kind="plain"
            onClick={() =>
              setChosen(
                selected.length > 0
                  ? new Set()
                  : new Set(payable.slice(0, PAYOUTS_AT_ONCE).map(({ musician }) => musician.id)),
              )
            }
          >
            {selected.length > 0 ? 'Select none' : selectText(payable.length)}
          </Button>
        )}
        <Button
          kind="plain"
          onClick={() => downloadCsv(`payouts-${monthText(which)}.csv`, payoutsCsv(payouts))}
        >
          Download as CSV
        </Button>
      </div>
      {selected.length > PAYOUTS_AT_ONCE && (
        <output className={classes.hint}>
          At most {PAYOUTS_AT_ONCE} are marked at once. Please select fewer.
        </output>
      )}
      <PayoutList
        payouts={payouts.slice(0, rows)}
        by="musician"
        zone={zone}
        {...(payable.length > 0 && { selection: { has: (id: string) => chosen.has(id), toggle } })}
      />
      {payouts.length > rows && (
        <Button kind="plain" onClick={() => setRows(rows + ROWS)}>
          Show more
        </Button>
      )}
      {open === 'close' && closable.length > 0 && <CloseDialog payouts={closable} onClose={close} />}
      {open === 'pay' && selected.length > 0 && <PaidDialog payouts={selected} zone={zone} onClose={close} />}
    </>
  );
}

const selectText = (count: number): string =>
  count > PAYOUTS_AT_ONCE ? `Select the first ${PAYOUTS_AT_ONCE}` : 'Select all that can be paid';

/** What the month adds up to. */
function totalsOf(payouts: readonly Payout[]): Fact[] {
  const { cents, paid_cents, due_cents, open_cents, without_rate } = payoutTotals(payouts);
  return [
    ['Total', formatUsdExact(cents)],
    ['Paid', formatUsdExact(paid_cents)],
    ['Closed, to be paid', formatUsdExact(due_cents)],
    ['Not closed', formatUsdExact(open_cents)],
    ...(without_rate > 0
      ? ([['Without a rate', without_rate === 1 ? '1 musician' : `${without_rate} musicians`]] as const)
      : []),
  ];
}
