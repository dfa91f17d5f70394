import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { validateSignUp } from '#shared/accounts/rules-sign-up.ts';
import { SIGN_UP } from '#shared/accounts/texts-auth.ts';
import { showFieldErrors } from '../../lib/error-message.ts';
import { clearReferralCode, useReferral } from '../../lib/referral-code.ts';
import { useStudio } from '../../lib/session.ts';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { createAccount, type SignUpForm } from '../api.ts';
import { Disclaimer } from './Disclaimer.tsx';
import { AuthLayout } from '../frame/AuthLayout.tsx';
import classes from '../frame/Auth.module.css';
import { storeReferred } from './referred.ts';
import { ReferralNotice } from './ReferralNotice.tsx';
import { resolverOf } from '../frame/form-resolver.ts';
import { signUpFailure } from './sign-up-failure.ts';
import { afterSignUp, readSignUpSearch } from './sign-up-search.ts';
import { SignUpProgress } from './SignUpProgress.tsx';
import { Social } from '../social/Social.tsx';
import { useAfterLogin } from '../frame/use-after-login.ts';
import { WaitingListNotice } from '../login/WaitingListNotice.tsx';

const resolver = resolverOf<SignUpForm>(validateSignUp);
const FIELDS = { 'user.email': 'email', 'user.name': 'name', 'user.password': 'password' } as const;

/** docs/product/accounts.md#sign-up */
export function SignUpPage() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const params = readSignUpSearch(raw);
  const { waitlist } = params;
  const to = afterSignUp(raw);
  const { code, codeState, query } = useReferral();
  // Assumed valid until the server has answered, so that the page does not change while it is read.
  const valid = code !== null && (codeState === undefined ? query.error === null : codeState.is === 'valid');

  const title = valid ? SIGN_UP.titleReferred : SIGN_UP.title;
  useDocumentTitle('Sign up');
  const studio = useStudio();
  const finishLogin = useAfterLogin();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(false);
  const form = useForm<SignUpForm>({
    resolver: resolver,
    defaultValues: { email: params.email, name: '', password: '' },
  });
  const { isSubmitting, errors } = form.formState;

  const attempt = async (values: SignUpForm) => {
    try {
      const ondemand = params.ondemand ? { bundleId: params.bundleId } : null;
      const { waitlisted, ...response } = await createAccount(values, { code, waitlist, ondemand });
      storeReferred(valid);
      clearReferralCode();
      if (waitlisted) setWaiting(true);
      else await finishLogin(response, { event: 'sign_up', method: 'email' }, to);
    } catch (error) {
      if (showFieldErrors(error, form.setError, FIELDS)) return;
      const { at, message } = signUpFailure(error);
      form.setError(at === 'email' ? 'email' : 'root', { type: 'server', message });
    }
  };

  if (waiting) {
    return (
      <AuthLayout>
        <WaitingListNotice onBack={() => void navigate({ to: '/login' })} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout progress={<SignUpProgress step="SIGN UP" referred={valid} />}>
      <div className={classes.head}>
        <h1>{title}</h1>
        <Link to="/login" search={raw} className={classes.link}>
          {SIGN_UP.haveAccount}
        </Link>
      </div>
      {params.code !== null && <ReferralNotice codeState={codeState} />}
      {errors.root?.message !== undefined && (
        <p role="alert" className={classes.failure}>
          {errors.root.message}
        </p>
      )}
      {(studio?.google_client_id ?? studio?.facebook_app_id ?? null) !== null && !params.ondemand && (
        <Social
          event="sign_up"
          code={code}
          waitlist={waitlist}
          to={to}
          onWaitlisted={() => setWaiting(true)}
        />
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
    </AuthLayout>
  );
}
