import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { invoiceYears, type YearMonth } from '#shared/calendar/rules-pay.ts';
import { monthName } from '#shared/lib/day-names.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import type { Payout } from '#shared/operator/musicians/contract-payouts.ts';
import { isPayable, PAYOUTS_AT_ONCE, payoutTotals } from '#shared/operator/musicians/rules-payouts.ts';
import { downloadCsv } from '../../lib/csv.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNowFor, useToday } from '../../lib/use-now.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { Facts, type Fact } from '../../ui/layout/Facts.tsx';
import { consolePaths } from '../console-paths.ts';
import { MusiciansTabs } from '../musicians/MusiciansTabs.tsx';
import { payoutsQuery } from './api.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { PaidDialog } from './PaidDialog.tsx';
import { PayoutList } from './PayoutList.tsx';
import classes from './Payouts.module.css';
import { monthText, payoutsCsv } from './payouts-csv.ts';
import { readPayoutsMonth } from './payouts-search.ts';

const MONTHS = Array.from({ length: 12 }, (_, n) => ({
  value: String(n + 1),
  label: monthName({ month: n + 1 }),
}));

/** A month of all musicians: hours, payment, and what is to be done (docs/product/operator.md#payouts). */
export function PayoutsPage() {
  const { timezone: zone } = useMe();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const which = readPayoutsMonth(search, useToday(zone));
  const years = invoiceYears(
    useNowFor((now) => invoiceYears(now, zone), 60_000),
    zone,
  );
  const query = useQuery(payoutsQuery(which));
  const choose = ({ year, month }: YearMonth) =>
    void navigate({
      href: consolePaths.payouts({ year: String(year), month: String(month) }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <MusiciansTabs title="Payouts" />
      <div className={classes.bar}>
        <SelectBox
          label="Month"
          data={MONTHS}
          value={String(which.month)}
          onChange={(month) => choose({ ...which, month: Number(month) })}
        />
        <SelectBox
          label="Year"
          data={years.map(String)}
          value={String(which.year)}
          onChange={(year) => choose({ ...which, year: Number(year) })}
        />
      </div>
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the payouts" count={8} />}
        errorTitle="We could not load this month"
      >
        {(payouts) => (
          <div aria-busy={query.isPlaceholderData}>
            <Month key={monthText(which)} which={which} payouts={payouts} zone={zone} />
          </div>
        )}
      </QueryView>
    </>
  );
}

/** Rows that are shown at first, and with each press more. */
const ROWS = 100;

interface MonthProps {
  readonly which: YearMonth;
  readonly payouts: readonly Payout[];
  readonly zone: string;
}

function Month({ which, payouts, zone }: MonthProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<'close' | 'pay' | null>(null);
  const [rows, setRows] = useState(ROWS);
  if (payouts.length === 0)
    return (
      <EmptyState title="Nothing in this month">
        No musician had hours in it. Choose another month above.
      </EmptyState>
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
