import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { logout } from '../../shared/accounts/contract.ts';
import { call } from '../app/api.ts';
import { forget } from '../app/kept.ts';
import { wordsOf } from '../app/problem-words.ts';
import { meQuery, studioQuery } from '../app/session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useDocumentTitle } from '../ui/PageTitle.tsx';
import classes from './LogoutPage.module.css';

/** Ends the login session, forgets what this browser knew of the person, then goes to /login. */
export function LogoutPage() {
  useDocumentTitle('Logout');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const begun = useRef(false);

  const leave = useCallback(async () => {
    setFailure(null);
    try {
      await call(logout, {});
      forget();
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== studioQuery.queryKey[0] });
      queryClient.setQueryData(meQuery.queryKey, null);
      await navigate({ to: '/login', replace: true });
    } catch (error) {
      setFailure(wordsOf(error));
    }
  }, [navigate, queryClient]);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void leave();
  }, [leave]);

  return (
    <main className={classes.screen}>
      {failure === null ? (
        <output>Signing you out...</output>
      ) : (
        <ErrorState title="You are still signed in" onRetry={() => void leave()}>
          {failure}
        </ErrorState>
      )}
    </main>
  );
}
