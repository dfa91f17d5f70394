import { useNavigate, useSearch } from '@tanstack/react-router';
import { invoiceYears, type YearMonth } from '#shared/calendar/rules-pay.ts';
import { monthName } from '#shared/lib/day-names.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNowFor, useToday } from '../../lib/use-now.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { consolePaths } from '../console-paths.ts';
import { MusiciansTabs } from '../musicians/MusiciansTabs.tsx';
import { usePayouts } from './api.ts';
import { PayoutsMonth } from './PayoutsMonth.tsx';
import classes from './Payouts.module.css';
import { monthText } from './payouts-csv.ts';
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
  const query = usePayouts(which);
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
        {({ pages }) => (
          <div aria-busy={query.isPlaceholderData}>
            <PayoutsMonth
              key={monthText(which)}
              which={which}
              payouts={pages.flatMap(({ payouts }) => payouts)}
              zone={zone}
              isWhole={!query.hasNextPage}
            />
            {query.isFetchNextPageError && (
              <ErrorState
                title="We could not load all of this month"
                onRetry={() => void query.fetchNextPage()}
                retrying={query.isFetching}
              >
                {errorMessage(query.error)}
              </ErrorState>
            )}
          </div>
        )}
      </QueryView>
    </>
  );
}
