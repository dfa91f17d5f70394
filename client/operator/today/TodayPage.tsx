import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '#shared/files/rules.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { getToday } from '#shared/operator/contract-today.ts';
import { waits } from '#shared/operator/rules-today.ts';
import { TODAY_LABELS } from '#shared/operator/texts-today.ts';
import { SecondFactorSettings } from '../../accounts/second-factor/SecondFactorSettings.tsx';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { consolePaths } from '../console-paths.ts';
import { DataCheck } from '../DataCheck.tsx';
import { PathLink } from '../PathLink.tsx';
import { todayQuery } from './api.ts';
import { Commands } from './Commands.tsx';
import { TodayList } from './TodayList.tsx';
import classes from './Today.module.css';

type Today = ResponseOf<typeof getToday>;

/** The console's home: what takes place and what waits (docs/product/operator.md#today). */
export function TodayPage() {
  const query = useQuery(todayQuery);
  return (
    <>
      <div className={classes.titles}>
        <PageTitle>Today</PageTitle>
        <PathLink to={consolePaths.figures()}>Figures</PathLink>
      </div>
      <QueryView
        query={query}
        loading={<RowsSkeleton what="what waits" count={6} />}
        errorTitle="We could not load what waits"
      >
        {(today) => <Lists today={today} />}
      </QueryView>
      <DataCheck />
      <SecondFactorSettings />
      {query.data?.studio_command !== undefined && <Commands start={query.data.studio_command} />}
    </>
  );
}

function Lists({ today: { lists, storage } }: { readonly today: Today }) {
  const { timezone: zone } = useMe();
  const full = lists.filter(({ list, count }) => count > 0 || !waits(list));
  const empty = lists.filter(({ list, count }) => count === 0 && waits(list));
  const isAllEmpty = !lists.some(({ list, count }) => waits(list) && count > 0);
  return (
    <>
      {isAllEmpty && (
        <div className={classes.nothing}>
          <Notice tone="ready" title="Nothing waits for you" />
        </div>
      )}
      <div className={classes.lists}>
        {full.map((one) => (
          <TodayList key={one.list} {...one} zone={zone} />
        ))}
      </div>
      {!isAllEmpty && empty.length > 0 && (
        <p className={classes.rest}>
          Nothing in: {empty.map(({ list }) => TODAY_LABELS[list].toLowerCase()).join(', ')}.
        </p>
      )}
      <p className={classes.rest}>
        {storage === null
          ? 'Storage has not been measured yet: it is with the check of the data. '
          : `Stored: ${formatBytes(storage.bytes)} in ${storage.files === 1 ? '1 file' : `${storage.files} files`}. `}
        <PathLink to={consolePaths.system}>System</PathLink>
      </p>
    </>
  );
}
