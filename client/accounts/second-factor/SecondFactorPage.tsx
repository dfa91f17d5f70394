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
import { dueQuery, passCode } from './api.ts';
import { CodeForm } from './CodeForm.tsx';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './SecondFactor.module.css';

/** The second half of a login: sets up an authenticator app, or asks for its code (docs/product/accounts.md#second-factor). */
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
  const enter = async (code: string) => {
    try {
      const { user, recovery_codes } = await passCode(code);
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
          <Head title={SECOND_FACTOR.codes.title} lead={SECOND_FACTOR.codes.lead} />
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
          {({ email, setup }) =>
            setup === null ? (
              <EnterCode email={email} onCode={enter} />
            ) : (
              <SetUp setup={setup} onCode={enter} />
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

function Head({ title, lead, email }: { title: string; lead: string; email?: string }) {
  return (
    <div className={auth.head}>
      <h1>{title}</h1>
      <p className={auth.lead}>
        {lead}
        {email !== undefined && (
          <>
            {' '}
            <b>{email}</b>.
          </>
        )}
      </p>
    </div>
  );
}

interface AskProps {
  readonly onCode: (code: string) => Promise<void>;
}

function EnterCode({ email, onCode }: AskProps & { email: string }) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const { enter, recovery } = SECOND_FACTOR;
  return (
    <>
      {kind === 'app' ? (
        <Head title={enter.title} lead={enter.lead} email={email} />
      ) : (
        <Head title={recovery.title} lead={recovery.lead} />
      )}
      <CodeForm
        key={kind}
        kind={kind}
        label={kind === 'app' ? SECOND_FACTOR.code : recovery.code}
        onCode={onCode}
      />
      <Button kind="plain" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
        {kind === 'app' ? enter.recovery : recovery.app}
      </Button>
    </>
  );
}

function SetUp({ setup, onCode }: AskProps & { setup: { secret: string; uri: string } }) {
  const { setUp } = SECOND_FACTOR;
  return (
    <>
      <Head title={setUp.title} lead={setUp.lead} />
      <div className={classes.setup}>
        <QrCode text={setup.uri} label={setUp.picture} />
        <p className={auth.small}>{setUp.byHand}</p>
        <code className={classes.key}>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
      <CodeForm kind="app" onCode={onCode} />
    </>
  );
}
