import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { logout } from '#shared/accounts/calls.ts';
import { call } from '../../lib/api.ts';
import { clearStored } from '../../lib/stored/stored-profile.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { endStoring, meQuery, studioQuery } from '../../lib/session.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import classes from './LogoutPage.module.css';

/**
 * Ends the login session, clears what this browser stored, then goes to /login
 * (docs/product/accounts.md#logout).
 */
export function LogoutPage() {
  useDocumentTitle('Logout');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const started = useRef(false);

  const signOut = useCallback(async () => {
    setFailure(null);
    try {
      await call(logout, {});
      await queryClient.cancelQueries(meQuery);
      // The code that stores a person loads late, so it may still be on its way after their request.
      endStoring();
      clearStored();
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== studioQuery.queryKey[0] });
      queryClient.setQueryData(meQuery.queryKey, null);
      await navigate({ to: '/login', replace: true });
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }, [navigate, queryClient]);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void signOut();
  }, [signOut]);

  return (
    <main className={classes.screen}>
      {failure === null ? (
        <output>Signing you out...</output>
      ) : (
        <ErrorState title="You are still signed in" onRetry={() => void signOut()}>
          {failure}
        </ErrorState>
      )}
    </main>
  );
}
