import { useQuery } from '@tanstack/react-query';
import { relativeTime } from '../../../shared/lib/time.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { toast } from '../../ui/toast.ts';
import { loginSessionsQuery, useEndLoginSession } from '../api.ts';
import { Card } from './Card.tsx';
import classes from './LoginSessions.module.css';

/** Where one is signed in, and the way out of each. */
export function LoginSessions() {
  const now = useNow();
  const { data, error, refetch, isFetching } = useQuery(loginSessionsQuery);
  const end = useEndLoginSession();
  const others = data?.filter(({ current }) => !current) ?? [];
  const signOut = (id: string | undefined, said: string) => {
    if (end.isPending) return;
    end.mutate(id, {
      onSuccess: () => toast(said),
      onError: (problem) => toast(wordsOf(problem), 'danger'),
    });
  };

  return (
    <Card
      title="Where you are signed in"
      actions={
        others.length > 0 && (
          <Button kind="plain" onClick={() => signOut(undefined, 'Signed out everywhere else.')}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {data === undefined && error === null && <RowsSkeleton what="your login sessions" count={2} />}
      {data === undefined && error !== null && (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {wordsOf(error)}
        </ErrorState>
      )}
      {data !== undefined && (
        <ul className={classes.list}>
          {data.map(({ id, device, created_at, last_seen_at, current }) => (
            <li key={id} className={classes.session}>
              <div className={classes.words}>
                <b>{device}</b>
                <span>
                  Signed in {relativeTime(Temporal.Instant.from(created_at), now)}, last seen{' '}
                  {relativeTime(Temporal.Instant.from(last_seen_at), now)}
                </span>
              </div>
              {current ? (
                <StatusLabel tone="ready">This one</StatusLabel>
              ) : (
                <Button
                  kind="plain"
                  aria-label={`Sign out: ${device}`}
                  onClick={() => signOut(id, 'Signed out there.')}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
