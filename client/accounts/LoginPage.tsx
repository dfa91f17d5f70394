import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import { validateLogin } from '../../shared/accounts/rules.ts';
import { LOGIN } from '../../shared/accounts/texts.ts';
import { Brand } from '../app/Brand.tsx';
import { useStudio } from '../app/session.ts';
import { useDocumentTitle } from '../ui/PageTitle.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useLogin, type LoginForm } from './api.ts';
import { LoginArt } from './components/LoginArt.tsx';
import { loginFailure } from './components/login-failure.ts';
import classes from './LoginPage.module.css';

/** The rule that the server asks too, in the form library's words. */
const judge: Resolver<LoginForm> = (values) => {
  const problems = validateLogin(values).map(
    ({ field, message }) => [field.replace('user.', ''), { type: 'rule', message }] as const,
  );
  return problems.length === 0
    ? { values, errors: {} }
    : { values: {}, errors: Object.fromEntries(problems) };
};

/** The login screen (part 1 "Login screen"). */
export function LoginPage() {
  useDocumentTitle('Login');
  const form = useForm<LoginForm>({ resolver: judge, defaultValues: { email: '', password: '' } });
  const { byPassword, byTicket } = useLogin();
  const { isSubmitting, errors } = form.formState;

  const attempt = async (way: () => Promise<void>) => {
    try {
      await way();
      return true;
    } catch (error) {
      const { at, words } = loginFailure(error);
      form.setError(at === 'email' ? 'email' : 'root', { type: 'server', message: words });
      if (at === 'email') form.setFocus('password');
      return false;
    }
  };
  const entering = useTicket((ticket) => attempt(() => byTicket(ticket)));

  return (
    <div className={classes.screen}>
      <div className={classes.side}>
        <header className={classes.header}>
          <HomeLink />
        </header>
        <main className={classes.main}>
          <h1>{LOGIN.title}</h1>
          {errors.root?.message !== undefined && (
            <p role="alert" className={classes.failure}>
              {errors.root.message}
            </p>
          )}
          {entering ? (
            <output>Signing you in...</output>
          ) : (
            <form
              noValidate
              className={classes.form}
              onSubmit={(event) =>
                void form.handleSubmit((values) => attempt(() => byPassword(values)))(event)
              }
            >
              <TextField form={form} name="email" label={LOGIN.email} type="email" autoComplete="username" />
              <PasswordField
                form={form}
                name="password"
                label={LOGIN.password}
                autoComplete="current-password"
              />
              <SubmitButton busy={isSubmitting} busyText={LOGIN.busy} fullWidth>
                {LOGIN.submit}
              </SubmitButton>
            </form>
          )}
        </main>
      </div>
      <LoginArt />
    </div>
  );
}

/** "The header logo links to the marketing home page"; without one, here (decisions 1). */
function HomeLink() {
  const home = useStudio()?.marketing_url ?? null;
  if (home === null) {
    return (
      <Link to="/login" className={classes.home}>
        <Brand />
      </Link>
    );
  }
  return (
    <a href={home} className={classes.home}>
      <Brand />
    </a>
  );
}

/**
 * Spends the one-time ticket that another front sent the person here with; once, whatever renders again.
 * Gives true until it turns out that it does not work.
 */
function useTicket(spend: (ticket: string) => Promise<boolean>): boolean {
  const { ticket } = useSearch({ strict: false }) as { ticket?: unknown };
  const [refused, setRefused] = useState(false);
  const spent = useRef<unknown>(undefined);
  useEffect(() => {
    if (typeof ticket !== 'string' || spent.current === ticket) return;
    spent.current = ticket;
    void spend(ticket).then((signedIn) => setRefused(!signedIn));
  });
  return typeof ticket === 'string' && !refused;
}
