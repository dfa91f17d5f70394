import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { afterLogin } from '#shared/accounts/rules.ts';
import { SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { meQuery } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { AuthLayout } from '../frame/AuthLayout.tsx';
import { useAfterLogin, useNext, type LoginResponse } from '../frame/use-after-login.ts';
import auth from '../frame/Auth.module.css';
import { dueQuery, passCode, passPasskey } from './api.ts';
import { AuthHead } from './AuthHead.tsx';
import { EnterSecondFactor } from './EnterSecondFactor.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx';

/** The second half of a login: sets up a second factor, or asks for it (docs/product/accounts.md#second-factor). */
export function SecondFactorPage() {
  useDocumentTitle(SECOND_FACTOR.documentTitle);
  const query = useQuery(dueQuery);
  const afterLoginHere = useAfterLogin();
  const backToLogin = useBackToLogin();
  const [codes, setCodes] = useState<{ user: LoginResponse['user']; shown: readonly string[] } | null>(null);
  const isOver = isSignInFirst(query.error);
  useEffect(() => {
    if (isOver) void backToLogin(query.error);
  });

  const finish = async (user: LoginResponse['user']) =>
    afterLoginHere({ user, redirect: null }, { event: 'login', method: 'email' });
  const enter = async (pass: () => ReturnType<typeof passCode>) => {
    try {
      const { user, recovery_codes } = await pass();
      if (recovery_codes === null) await finish(user);
      else setCodes({ user, shown: recovery_codes });
    } catch (error) {
      if (!isSignInFirst(error)) throw error;
      await backToLogin(error);
    }
  };

  return (
    <AuthLayout>
      {codes !== null ? (
        <>
          <AuthHead title={SECOND_FACTOR.codes.title} lead={SECOND_FACTOR.codes.lead} />
          <RecoveryCodes codes={codes.shown} />
          <Button kind="main" onClick={() => void finish(codes.user)}>
            {SECOND_FACTOR.codes.submit}
          </Button>
        </>
      ) : (
        <QueryView
          query={isOver ? { ...query, error: null } : query}
          loading={<output className={auth.lead}>{SECOND_FACTOR.loading}</output>}
        >
          {({ email, setup, app, passkeys, takes_passkeys }) =>
            setup === null ? (
              <EnterSecondFactor
                email={email}
                hasApp={app}
                hasPasskey={passkeys && takes_passkeys}
                onCode={async (code) => enter(() => passCode(code))}
                onPasskey={async () => enter(passPasskey)}
              />
            ) : (
              <SetUpSecondFactor
                setup={setup}
                onCode={async (code) => enter(() => passCode(code))}
                onPasskey={takes_passkeys ? async () => enter(passPasskey) : null}
              />
            )
          }
        </QueryView>
      )}
      {codes === null && (
        <p className={auth.links}>
          <Link to="/login" replace className={auth.link}>
            {SECOND_FACTOR.asOther}
          </Link>
        </p>
      )}
    </AuthLayout>
  );
}

const isSignInFirst = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'sign_in_first';

/** Goes where somebody goes whose login does not wait here: on, if they are signed in, else to the login. */
function useBackToLogin() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const next = useNext();
  return async (reason: unknown) => {
    const me = await queryClient.fetchQuery(meQuery).catch(() => null);
    if (me) return navigate({ href: afterLogin(me.role, next), replace: true });
    return navigate({ to: '/login', search: true, replace: true, state: { notice: errorMessage(reason) } });
  };
}
