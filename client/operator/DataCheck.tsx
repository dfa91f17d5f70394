import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { DataCheck as Check } from '#shared/operator/contract.ts';
import { errorMessage } from '../lib/error-message.ts';
import { QueryView } from '../lib/QueryView.tsx';
import { useMe } from '../lib/session.ts';
import { Button } from '../ui/button/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { Placeholder, Loading } from '../ui/feedback/Skeleton.tsx';
import { dataCheckQuery, useStartDataCheck } from './api.ts';
import classes from './DataCheck.module.css';

const POLL_MS = 2000;

/** The last data check and its findings, and a button to run it. */
export function DataCheck() {
  const { timezone: zone } = useMe();
  /** Time of the last check when a new one was started; undefined if none was. */
  const [previousCheckAt, setPreviousCheckAt] = useState<string | null>();
  const isRunning = (last: Check | null | undefined) =>
    previousCheckAt !== undefined && (last?.checked_at ?? null) === previousCheckAt;
  const query = useQuery({
    ...dataCheckQuery,
    refetchInterval: ({ state }) => (isRunning(state.data) ? POLL_MS : false),
  });
  const { data, error } = query;
  const start = useStartDataCheck();
  const running = isRunning(data);
  return (
    <section className={classes.check} aria-labelledby="data-check">
      <div className={classes.head}>
        <h2 id="data-check">The data</h2>
        <Button
          kind="plain"
          loading={start.isPending || running}
          disabled={data === undefined}
          onClick={() =>
            start.mutate(undefined, { onSuccess: () => setPreviousCheckAt(data?.checked_at ?? null) })
          }
        >
          Check now
        </Button>
      </div>
      {start.error !== null && <Notice tone="waiting">{errorMessage(start.error)}</Notice>}
      {error !== null && <Notice tone="danger">{errorMessage(error)}</Notice>}
      <div aria-live="polite">
        <QueryView
          query={query}
          loading={
            <Loading what="the last check">
              <Placeholder height="48px" />
            </Loading>
          }
          failed={null}
        >
          {(check) => <Result check={check} zone={zone} />}
        </QueryView>
      </div>
    </section>
  );
}

function Result({ check, zone }: { check: Check | null; zone: string }) {
  if (check === null)
    return <p className={classes.none}>It has not been checked yet. That happens every night.</p>;
  const at = Temporal.Instant.from(check.checked_at);
  const checkedText = `Checked on ${formatUpdatedAt(at, zone)}`;
  const { breaches } = check;
  if (breaches.length === 0)
    return (
      <Notice tone="ready" title="Everything is in order">
        {checkedText}. Credits, sessions, times, files and mails agree with each other.
      </Notice>
    );
  return (
    <Notice
      tone="danger"
      title={breaches.length === 1 ? 'One thing is wrong' : `${breaches.length} things are wrong`}
    >
      <p>{checkedText}. Each of these should be true:</p>
      <ul className={classes.breaches}>
        {breaches.map(({ invariant, count, ids }) => (
          <li key={invariant}>
            {invariant} Not so for {count}: <code>{ids.join(', ')}</code>
            {count > ids.length && ' and more'}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
