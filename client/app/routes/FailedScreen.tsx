import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { ProblemError, UNREACHABLE } from '../../lib/api.ts';
import classes from './FailedScreen.module.css';
import { leaveGuards } from '../../lib/leave-guards.ts';
import { errorMessage } from '../../lib/error-message.ts';

/** A screen inside the frame that failed to load, with a retry. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    // A failed dynamic import is cached by the browser: reload the page once the server responds again.
    const wasUnreachable = error instanceof ProblemError && error.problem.code === UNREACHABLE.code;
    if (!wasUnreachable || !(await isReachable())) await router.invalidate();
    else if (await leaveGuards.mayLeave()) location.reload();
    setRetrying(false);
  };
  return (
    <ErrorState onRetry={() => void retry()} retrying={retrying}>
      {errorMessage(error)}
    </ErrorState>
  );
}

/** The same before the frame exists. */
export function FailedPage(props: ErrorComponentProps) {
  return (
    <main>
      <FailedScreen {...props} />
    </main>
  );
}

/** The same in the place of a panel. */
export function FailedPanel(props: ErrorComponentProps) {
  const router = useRouter();
  const close = () => void router.navigate({ href: `/${location.pathname.split('/')[1] ?? ''}` });
  return (
    <div className={classes.panel}>
      <FailedScreen {...props} />
      <Button kind="quiet" onClick={close}>
        Close
      </Button>
    </div>
  );
}

/** Whether the server can be reached. */
async function isReachable(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
