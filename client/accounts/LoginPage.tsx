import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Brand } from '../app/Brand.tsx';
import { useStudio } from '../app/session.ts';
import { useDocumentTitle } from '../ui/PageTitle.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { LoginArt } from './LoginArt.tsx';
import { LoginForm, loginFailure } from './login-form.ts';
import classes from './LoginPage.module.css';
import { useLogin } from './use-login.ts';

/** The login screen (part 1 "Login screen"). */
export function LoginPage() {
  useDocumentTitle('Login');
  const form = useForm({ resolver: zodResolver(LoginForm), defaultValues: { email: '', password: '' } });
  const { byPassword, byTicket } = useLogin();
  const { isSubmitting, errors } = form.formState;

  const attempt = async (way: () => Promise<void>) => {
    try {
      await way();
    } catch (error) {
      const { at, words } = loginFailure(error);
      form.setError(at === 'email' ? 'email' : 'root', { type: 'server', message: words });
      if (at === 'email') form.setFocus('password');
    }
  };
  useTicket((ticket) => void attempt(() => byTicket(ticket)));

  return (
    <div className={classes.screen}>
      <div className={classes.side}>
        <header className={classes.header}>
          <HomeLink />
        </header>
        <main className={classes.main}>
          <h1>Welcome Back!</h1>
          {errors.root?.message !== undefined && (
            <p role="alert" className={classes.failure}>
              {errors.root.message}
            </p>
          )}
          <form
            noValidate
            className={classes.form}
            onSubmit={(event) => void form.handleSubmit((values) => attempt(() => byPassword(values)))(event)}
          >
            <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
            <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
            <SubmitButton busy={isSubmitting} busyText="LOGGING IN..." fullWidth>
              LOGIN
            </SubmitButton>
          </form>
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

/** Spends the one-time ticket that another front sent the person here with; once, whatever renders again. */
function useTicket(spend: (ticket: string) => void): void {
  const { ticket } = useSearch({ strict: false }) as { ticket?: unknown };
  const spent = useRef<unknown>(undefined);
  useEffect(() => {
    if (typeof ticket !== 'string' || spent.current === ticket) return;
    spent.current = ticket;
    spend(ticket);
  });
}
