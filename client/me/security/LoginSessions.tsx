import { useQuery } from '@tanstack/react-query';
import { relativeTime } from '#shared/lib/time.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useTextNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button/Button.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { loginSessionsQuery, useEndLoginSession } from '../api.ts';
import { Card } from '../../ui/layout/Card.tsx';
import classes from './LoginSessions.module.css';

/** Login sessions and how to end them (docs/product/accounts.md#login-session-list). */
export function LoginSessions() {
  const query = useQuery(loginSessionsQuery);
  const end = useEndLoginSession();
  const others = query.data?.filter(({ current }) => !current) ?? [];
  const signOut = (id: string | undefined, message: string) => {
    if (end.isPending) return;
    end.mutate(id, {
      onSuccess: () => toast(message),
      onError: (problem) => toast(errorMessage(problem), 'danger'),
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
      <QueryView query={query} loading={<RowsSkeleton what="your login sessions" count={2} />}>
        {(sessions) => (
          <ul className={classes.list}>
            {sessions.map(({ id, device, created_at, last_seen_at, current }) => (
              <li key={id} className={classes.session}>
                <div className={classes.text}>
                  <b>{device}</b>
                  <span>
                    Signed in <Ago at={created_at} />, last seen <Ago at={last_seen_at} />
                  </span>
                </div>
                {current ? (
                  <StatusLabel tone="ready">This device</StatusLabel>
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
      </QueryView>
    </Card>
  );
}

function Ago({ at }: { readonly at: string }) {
  return useTextNow((now) => relativeTime(Temporal.Instant.from(at), now));
}
