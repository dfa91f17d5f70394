import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { validateLogin } from '../../shared/accounts/rules.ts';
import { LOGIN } from '../../shared/accounts/texts.ts';
import { useStudio } from '../app/session.ts';
import { useDocumentTitle } from '../ui/PageTitle.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useLogin, type LoginForm } from './api.ts';
import { DoorFrame } from './components/DoorFrame.tsx';
import classes from './components/Door.module.css';
import { loginFailure } from './components/login-failure.ts';
import { resolverOf } from './components/resolve.ts';

/** Loaded where a provider is configured: most studios have none, and their login stays small. */
const Social = lazy(async () => ({ default: (await import('./components/Social.tsx')).Social }));
const Waiting = lazy(async () => ({ default: (await import('./components/Waiting.tsx')).Waiting }));
const judge = resolverOf<LoginForm>(validateLogin);

/** The login screen (part 1 "Login screen"). */
export function LoginPage() {
  useDocumentTitle('Login');
  const studio = useStudio();
  const form = useForm<LoginForm>({ resolver: judge, defaultValues: { email: '', password: '' } });
  const login = useLogin();
  const said = useLocation({ select: ({ state }) => state.said });
  const [waiting, setWaiting] = useState(false);
  const { isSubmitting, isSubmitted, errors } = form.formState;
  const failure = errors.root?.message ?? (isSubmitted ? undefined : said);

  const attempt = async (values: LoginForm) => {
    try {
      await login(values);
    } catch (error) {
      const { at, words } = loginFailure(error);
      form.setError(at === 'email' ? 'email' : 'root', { type: 'server', message: words });
      if (at === 'email') form.setFocus('password');
    }
  };

  if (waiting) {
    return (
      <DoorFrame>
        <Suspense>
          <Waiting onBack={() => setWaiting(false)} />
        </Suspense>
      </DoorFrame>
    );
  }
  return (
    <DoorFrame>
      <h1>{LOGIN.title}</h1>
      {failure !== undefined && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      {(studio?.google_client_id ?? studio?.facebook_app_id ?? null) !== null && (
        <Suspense>
          <Social event="login" code={null} waitlist={false} onWaiting={() => setWaiting(true)} />
        </Suspense>
      )}
      <form noValidate className={classes.form} onSubmit={(event) => void form.handleSubmit(attempt)(event)}>
        <TextField form={form} name="email" label={LOGIN.email} type="email" autoComplete="username" />
        <PasswordField form={form} name="password" label={LOGIN.password} autoComplete="current-password" />
        <SubmitButton busy={isSubmitting} busyText={LOGIN.busy} fullWidth>
          {LOGIN.submit}
        </SubmitButton>
      </form>
      <OtherWays studio={studio?.front === 'studio'} />
    </DoorFrame>
  );
}

/** Where else one may want to go from here; the query is kept, `next` is not for who begins anew. */
function OtherWays({ studio }: { studio: boolean }) {
  const { next: _next, ...kept } = useSearch({ strict: false }) as Record<string, unknown>;
  return (
    <nav aria-label="Other ways" className={classes.ways}>
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
          <Link to="/signup" search={kept} className={classes.link}>
            Create an account
          </Link>
        </p>
      )}
    </nav>
  );
}
