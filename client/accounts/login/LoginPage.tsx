import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { validateLogin } from '#shared/accounts/rules.ts';
import { LOGIN } from '#shared/accounts/texts.ts';
import { ProblemError } from '../../lib/api.ts';
import { useStudio } from '../../lib/session.ts';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useLogin, type LoginForm } from '../api.ts';
import { AuthLayout } from '../frame/AuthLayout.tsx';
import classes from '../frame/Auth.module.css';
import { loginFailure } from './login-failure.ts';
import { resolverOf } from '../frame/form-resolver.ts';

/** Loaded only where a provider is configured, so that most login pages stay small. */
const Social = lazy(async () => ({ default: (await import('../social/Social.tsx')).Social }));
const WaitingListNotice = lazy(async () => ({
  default: (await import('./WaitingListNotice.tsx')).WaitingListNotice,
}));
const resolver = resolverOf<LoginForm>(validateLogin);

/** docs/product/accounts.md#login */
export function LoginPage() {
  useDocumentTitle('Login');
  const studio = useStudio();
  const form = useForm<LoginForm>({ resolver: resolver, defaultValues: { email: '', password: '' } });
  const login = useLogin();
  const notice = useLocation({ select: ({ state }) => state.notice });
  const [waiting, setWaiting] = useState(false);
  const { isSubmitting, isSubmitted, errors } = form.formState;
  const failure = errors.root?.message ?? (isSubmitted ? undefined : notice);

  const attempt = async (values: LoginForm) => {
    try {
      await login(values);
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === 'waitlisted') return setWaiting(true);
      const { at, message } = loginFailure(error);
      form.setError(at === 'email' ? 'email' : 'root', { type: 'server', message });
      if (at === 'email') form.setFocus('password');
    }
  };

  if (waiting) {
    return (
      <AuthLayout>
        <Suspense>
          <WaitingListNotice onBack={() => setWaiting(false)} />
        </Suspense>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout>
      <h1>{LOGIN.title}</h1>
      {failure !== undefined && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      {(studio?.google_client_id ?? studio?.facebook_app_id ?? null) !== null && (
        <Suspense>
          <Social event="login" code={null} waitlist={false} onWaitlisted={() => setWaiting(true)} />
        </Suspense>
      )}
      <form noValidate className={classes.form} onSubmit={(event) => void form.handleSubmit(attempt)(event)}>
        <TextField form={form} name="email" label={LOGIN.email} type="email" autoComplete="username" />
        <PasswordField form={form} name="password" label={LOGIN.password} autoComplete="current-password" />
        <SubmitButton busy={isSubmitting} busyText={LOGIN.busy} fullWidth>
          {LOGIN.submit}
        </SubmitButton>
      </form>
      <OtherLinks studio={studio?.front === 'studio'} />
    </AuthLayout>
  );
}

/** Links to other pages; the query is kept, but a sign-up starts without `next`. */
function OtherLinks({ studio }: { studio: boolean }) {
  const { next: _next, ...query } = useSearch({ strict: false }) as Record<string, unknown>;
  return (
    <nav aria-label="Other ways" className={classes.alternatives}>
      <p className={classes.links}>
        <Link to="/reset-password" className={classes.link}>
          {LOGIN.forgot}
        </Link>
        <Link to="/alt-login" search={(search) => search} className={classes.link}>
          Sign in by email
        </Link>
      </p>
      {studio && (
        <p className={classes.new}>
          New here?{' '}
          <Link to="/signup" search={query} className={classes.link}>
            Create an account
          </Link>
        </p>
      )}
    </nav>
  );
}
