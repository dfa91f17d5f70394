import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ProblemError, UNREACHABLE } from './api.ts';
import classes from './FailedScreen.module.css';
import { wordsOf } from './problem-words.ts';

/** A screen inside the frame that failed to load, with a way to try again. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    // Code that failed to load once comes only with a new page; asked for when the server answers again.
    const lost = error instanceof ProblemError && error.problem.code === UNREACHABLE.code;
    if (lost && (await answers())) location.reload();
    else await router.invalidate();
    setRetrying(false);
  };
  return (
    <ErrorState onRetry={() => void retry()} retrying={retrying}>
      {wordsOf(error)}
    </ErrorState>
  );
}

/** The same where there is no frame yet: it is then all there is on the page. */
export function FailedFront(props: ErrorComponentProps) {
  return (
    <main>
      <FailedScreen {...props} />
    </main>
  );
}

/** The same for a panel, over the list and not below its end. */
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
async function answers(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
