import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AREA, STATEMENT } from '#shared/billing/texts-area.ts';
import { getStatementCsv } from '#shared/credits/calls.ts';
import type { StatementFilter, StatementLine } from '#shared/credits/contract.ts';
import { formatDay } from '#shared/lib/time.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Chips } from '../../ui/layout/Chips.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { STATEMENT_PAGE, statementQuery } from '../api.ts';
import classes from './BillingTab.module.css';
import { Pages } from './Pages.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** The credit statement, page by page (docs/product/me.md#statement). */
export function Statement({ zone }: { zone: string }) {
  const [page, setPage] = useState(0);
  const [filter, setFilter] = useState<StatementFilter>('all');
  const query = useQuery(statementQuery(page, filter));

  return (
    <Card
      title={AREA.statement}
      actions={
        <Button component="a" kind="plain" href={`${getStatementCsv.path}?show=${filter}`} download>
          {STATEMENT.csv}
        </Button>
      }
    >
      <Chips
        label={STATEMENT.filter}
        chips={STATEMENT.filters}
        present={filter}
        onChange={(key) => {
          setFilter(key);
          setPage(0);
        }}
      />
      <QueryView query={query} loading={<RowsSkeleton what="your statement" count={3} />}>
        {({ total, statement }) =>
          total === 0 ? (
            <p>{filter === 'all' ? STATEMENT.empty : STATEMENT.none}</p>
          ) : (
            <table className={`${classes.table} ${classes.statement}`}>
              <thead>
                <tr>
                  <th scope="col">Date</th>
                  <th scope="col">What</th>
                  <th scope="col" className={classes.end}>
                    Credits
                  </th>
                  <th scope="col" className={classes.end}>
                    Balance
                  </th>
                  <th scope="col">Expiry</th>
                </tr>
              </thead>
              <tbody>
                {statement.map((line) => (
                  <Line key={line.id} line={line} zone={zone} />
                ))}
              </tbody>
            </table>
          )
        }
      </QueryView>
      <Pages page={page} total={query.data?.total ?? 0} size={STATEMENT_PAGE} onPage={setPage} />
    </Card>
  );
}

function Line({ line, zone }: { line: StatementLine; zone: string }) {
  const day = (instant: string) => formatDay(Temporal.Instant.from(instant), zone);
  return (
    <tr>
      <td className={classes.number}>{day(line.date)}</td>
      <td>
        {line.session_id === null ? (
          line.what
        ) : (
          <Link to="/sessions/$id/{-$tab}" params={{ id: String(line.session_id) }}>
            {line.what}
          </Link>
        )}
      </td>
      <td className={`${classes.number} ${classes.end}`}>
        {line.credits > 0 ? `+${line.credits}` : line.credits}
      </td>
      <td className={`${classes.number} ${classes.end}`}>{line.balance}</td>
      <td className={classes.number} data-none={line.expiry === null || undefined}>
        {line.expiry === null ? 'None' : day(line.expiry)}
      </td>
    </tr>
  );
}
