import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { relativeTime } from '#shared/lib/time.ts';
import type { Queue } from '#shared/operator/system/contract-queues.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useTextNow } from '../../lib/use-now.ts';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { PagedList } from '../PagedList.tsx';
import { Section } from '../Section.tsx';
import { deadLettersQuery, queuesQuery } from './api.ts';
import { DeadLetterRow } from './DeadLetterRow.tsx';
import { SystemTabs } from './SystemTabs.tsx';
import classes from './System.module.css';

/** Failed jobs and queues (docs/product/operator.md#queues). */
export function QueuesPage() {
  const { timezone: zone } = useMe();
  const failed = useInfiniteQuery(deadLettersQuery);
  const queues = useQuery(queuesQuery);
  return (
    <>
      <SystemTabs />
      <Section title="Failed jobs">
        <QueryView
          query={failed}
          loading={<RowsSkeleton what="the failed jobs" count={3} />}
          errorTitle="We could not load the failed jobs"
        >
          {({ pages }) => {
            const letters = pages.flatMap((page) => page.letters);
            if (letters.length === 0) return <p className={classes.muted}>No job has failed every try.</p>;
            return (
              <PagedList query={failed} more="Show older" count={letters.length}>
                {letters.map((letter) => (
                  <DeadLetterRow key={letter.id} letter={letter} zone={zone} />
                ))}
              </PagedList>
            );
          }}
        </QueryView>
      </Section>
      <Section title="Queues">
        <QueryView
          query={queues}
          loading={<RowsSkeleton what="the queues" count={5} />}
          errorTitle="We could not load the queues"
        >
          {(all) => <QueueTable queues={all} />}
        </QueryView>
      </Section>
    </>
  );
}

const isEmpty = ({ waiting, later, retrying, active, failed }: Queue): boolean =>
  waiting + later + retrying + active + failed === 0;

function QueueTable({ queues }: { readonly queues: readonly Queue[] }) {
  const empty = queues.filter(isEmpty);
  const busy = queues.filter((queue) => !isEmpty(queue));
  return (
    <>
      {busy.length === 0 ? (
        <p className={classes.muted}>Nothing waits and nothing runs.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
        <section className={classes.scroll} aria-label="Queues with jobs" tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Queue</th>
                <th scope="col">Due</th>
                <th scope="col">Later</th>
                <th scope="col">Running</th>
                <th scope="col">Tried again</th>
                <th scope="col">Failed</th>
                <th scope="col">Oldest</th>
              </tr>
            </thead>
            <tbody>
              {busy.map((queue) => (
                <tr key={queue.name}>
                  <th scope="row">{queue.name}</th>
                  <td>{queue.waiting}</td>
                  <td>{queue.later}</td>
                  <td>{queue.active}</td>
                  <td>{queue.retrying}</td>
                  <td data-failed={queue.failed > 0 || undefined}>{queue.failed}</td>
                  <td>{queue.oldest_at !== null && <Ago at={queue.oldest_at} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {empty.length > 0 && (
        <details className={classes.more}>
          <summary>{empty.length === 1 ? '1 empty queue' : `${empty.length} empty queues`}</summary>
          <p className={classes.names}>{empty.map(({ name }) => name).join(', ')}</p>
        </details>
      )}
    </>
  );
}

/** How long ago something was. */
function Ago({ at }: { readonly at: string }) {
  return useTextNow((now) => relativeTime(Temporal.Instant.from(at), now), 10_000);
}
