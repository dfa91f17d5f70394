import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';
import { wordsOf } from './problem-words.ts';

/** A whole screen that failed to load, with a way to try again. */
export function FailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await router.invalidate();
    setRetrying(false);
  };
  return (
    <main>
      <ErrorState onRetry={() => void retry()} retrying={retrying}>
        {wordsOf(error)}
      </ErrorState>
    </main>
  );
}
