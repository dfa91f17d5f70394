import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CHANGE_PASSWORD, passwordChanged, RESET } from '../../shared/accounts/texts-door.ts';
import { ProblemError } from '../app/api.ts';
import { useStudio } from '../app/session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useDocumentTitle } from '../ui/PageTitle.tsx';
import { checkResetToken } from './api.ts';
import { DoorFrame } from './components/DoorFrame.tsx';
import classes from './components/Door.module.css';
import { NewPasswordForm } from './components/NewPasswordForm.tsx';
import { Outcome } from './components/Outcome.tsx';

/** Choosing a new password by the link of a mail (part 1 "Change password (token link)"). The link is checked first. */
export function ChangePasswordPage() {
  useDocumentTitle(CHANGE_PASSWORD.title);
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const studio = useStudio();
  const [ended, setEnded] = useState<'changed' | 'invalid' | null>(null);
  const check = useQuery({
    queryKey: ['reset-token', token],
    queryFn: async ({ signal }) => checkResetToken(token, signal),
    enabled: ended === null,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  // Every refusal of a link is one to the person: it does not work. Faults may be tried again.
  const refused = check.error instanceof ProblemError && [400, 422].includes(check.error.problem.status);

  return (
    <DoorFrame>
      <h1>{CHANGE_PASSWORD.title}</h1>
      {ended === 'changed' ? (
        <Outcome tone="ready" to="/login" link={CHANGE_PASSWORD.back}>
          {passwordChanged(studio?.name ?? 'Talkback')}
        </Outcome>
      ) : ended === 'invalid' || refused ? (
        <Outcome tone="action" to="/reset-password" link={CHANGE_PASSWORD.again}>
          {CHANGE_PASSWORD.invalid}
        </Outcome>
      ) : check.isPending ? (
        <output className={classes.lead}>{CHANGE_PASSWORD.checking}</output>
      ) : check.isError ? (
        <ErrorState onRetry={() => void check.refetch()} retrying={check.isFetching}>
          {RESET.trouble}
        </ErrorState>
      ) : (
        <NewPasswordForm
          token={token}
          onChanged={() => setEnded('changed')}
          onInvalid={() => setEnded('invalid')}
        />
      )}
    </DoorFrame>
  );
}
