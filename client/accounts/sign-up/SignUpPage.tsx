import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { validateSignUp } from '../../shared/accounts/rules-sign-up.ts';
import { SIGN_UP } from '../../shared/accounts/texts-door.ts';
import { showFieldErrors } from '../app/problem-words.ts';
import { forgetReferralCode, useReferral } from '../app/referral-code.ts';
import { useStudio } from '../app/session.ts';
import { useDocumentTitle } from '../ui/PageTitle.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { makeAccount, type SignUpForm } from './api.ts';
import { Disclaimer } from './components/Disclaimer.tsx';
import { DoorFrame } from './components/DoorFrame.tsx';
import classes from './components/Door.module.css';
import { keepReferred } from './components/referred.ts';
import { ReferralNotice } from './components/ReferralNotice.tsx';
import { resolverOf } from './components/resolve.ts';
import { signUpFailure } from './components/sign-up-failure.ts';
import { readSignUpSearch } from './components/sign-up-search.ts';
import { SignUpProgress } from './components/SignUpProgress.tsx';
import { Social } from './components/Social.tsx';
import { useArrival } from './components/use-arrival.ts';
import { Waiting } from './components/Waiting.tsx';

const judge = resolverOf<SignUpForm>(validateSignUp);
const FIELDS = { 'user.email': 'email', 'user.name': 'name', 'user.password': 'password' } as const;

/** With credit-card-first an account begins as `signup`, and the studio's guard leads it to /payment-details first. */
const ON = '/explore';

/** The sign-up screen (part 1 "Sign-up screen"). */
export function SignUpPage() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const asked = readSignUpSearch(raw);
  const { waitlist } = asked;
  const { code, worth, error: unasked } = useReferral();
  // Until it is known, an invitation is taken for what it most likely is: nothing then changes under one's eyes.
  const valid = code !== null && (worth === undefined ? unasked === null : worth.is === 'valid');

  const title = valid ? SIGN_UP.titleReferred : SIGN_UP.title;
  useDocumentTitle('Sign up');
  const studio = useStudio();
  const arrive = useArrival();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(false);
  const form = useForm<SignUpForm>({
    resolver: judge,
    defaultValues: { email: asked.email, name: '', password: '' },
  });
  const { isSubmitting, errors } = form.formState;

  const attempt = async (values: SignUpForm) => {
    try {
      const ondemand = asked.ondemand ? { bundleId: asked.bundleId } : null;
      const { waitlisted, ...arrived } = await makeAccount(values, { code, waitlist, ondemand });
      keepReferred(valid);
      forgetReferralCode();
      if (waitlisted) setWaiting(true);
      else await arrive(arrived, { event: 'sign_up', method: 'email' }, ON);
    } catch (error) {
      if (showFieldErrors(error, form.setError, FIELDS)) return;
      const { at, words } = signUpFailure(error);
      form.setError(at === 'email' ? 'email' : 'root', { type: 'server', message: words });
    }
  };

  if (waiting) {
    return (
      <DoorFrame>
        <Waiting onBack={() => void navigate({ to: '/login' })} />
      </DoorFrame>
    );
  }
  return (
    <DoorFrame progress={<SignUpProgress step="SIGN UP" referred={valid} />}>
      <div className={classes.head}>
        <h1>{title}</h1>
        <Link to="/login" search={raw} className={classes.link}>
          {SIGN_UP.haveAccount}
        </Link>
      </div>
      {asked.code !== null && <ReferralNotice worth={worth} />}
      {errors.root?.message !== undefined && (
        <p role="alert" className={classes.failure}>
          {errors.root.message}
        </p>
      )}
      {(studio?.google_client_id ?? studio?.facebook_app_id ?? null) !== null && !asked.ondemand && (
        <Social event="sign_up" code={code} waitlist={waitlist} to={ON} onWaiting={() => setWaiting(true)} />
      )}
      <form noValidate className={classes.form} onSubmit={(event) => void form.handleSubmit(attempt)(event)}>
        <TextField form={form} name="email" label={SIGN_UP.email} type="email" autoComplete="username" />
        <TextField form={form} name="name" label={SIGN_UP.name} autoComplete="name" maxLength={255} />
        <PasswordField form={form} name="password" label={SIGN_UP.password} autoComplete="new-password" />
        <SubmitButton busy={isSubmitting} busyText={SIGN_UP.busy} fullWidth>
          {SIGN_UP.submit}
        </SubmitButton>
      </form>
      <Disclaimer />
    </DoorFrame>
  );
}
