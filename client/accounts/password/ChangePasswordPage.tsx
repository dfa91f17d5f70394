import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CHANGE_PASSWORD, passwordChanged } from '#shared/accounts/texts-auth.ts';
import { ProblemError } from '../../lib/api.ts';
import { useStudio } from '../../lib/session.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { checkResetToken } from '../api.ts';
import { AuthLayout } from '../frame/AuthLayout.tsx';
import classes from '../frame/Auth.module.css';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { Outcome } from '../frame/Outcome.tsx';
import { resetFailure } from './reset-failure.ts';

/** Chooses a new password by a mailed link, which is checked first (docs/product/accounts.md#password-reset). */
export function ChangePasswordPage() {
  useDocumentTitle(CHANGE_PASSWORD.title);
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const studio = useStudio();
  const [ended, setEnded] = useState<'changed' | 'invalid' | null>(null);
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['reset-token', token],
    queryFn: async ({ signal }) => checkResetToken(token, signal),
    enabled: ended === null,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  // Every refusal means that the link does not work; faults may be retried.
  const refused = error instanceof ProblemError && [400, 422].includes(error.problem.status);

  return (
    <AuthLayout>
      <h1>{CHANGE_PASSWORD.title}</h1>
      {ended === 'changed' ? (
        <Outcome tone="ready" to="/login" link={CHANGE_PASSWORD.back}>
          {passwordChanged(studio?.name ?? 'Talkback')}
        </Outcome>
      ) : ended === 'invalid' || refused ? (
        <Outcome tone="danger" to="/reset-password" link={CHANGE_PASSWORD.again}>
          {CHANGE_PASSWORD.invalid}
        </Outcome>
      ) : (
        <QueryView
          query={{ data: isError ? undefined : data, error, isFetching, refetch }}
          loading={<output className={classes.lead}>{CHANGE_PASSWORD.checking}</output>}
          messageOf={(problem) => resetFailure(problem).message}
        >
          {() => (
            <NewPasswordForm
              token={token}
              onChanged={() => setEnded('changed')}
              onInvalid={() => setEnded('invalid')}
            />
          )}
        </QueryView>
      )}
    </AuthLayout>
  );
}
