import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';
import { wordsOf } from './problem-words.ts';

/** A screen inside the frame that failed to load, with a way to try again. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await router.invalidate();
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
