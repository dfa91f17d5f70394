import { useState } from 'react';
import { LOGIN } from '#shared/accounts/texts.ts';
import { SOCIAL } from '#shared/accounts/texts-auth.ts';
import { safePath } from '#shared/accounts/rules.ts';
import { useStudio } from '../../lib/session.ts';
import { socialLogin, type Provider } from '../api.ts';
import authClasses from '../frame/Auth.module.css';
import { FacebookButton } from './FacebookButton.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { socialFailure } from './social-failure.ts';
import classes from './Social.module.css';
import { useAfterLogin, useNext } from '../frame/use-after-login.ts';

interface SocialProps {
  /** Analytics event to send. */
  readonly event: 'login' | 'sign_up';
  readonly code: string | null;
  readonly waitlist: boolean;
  /** Where to continue; else `next`. */
  readonly to?: string;
  readonly onWaitlisted: () => void;
}

/** Buttons of the configured providers and the divider; loads nothing of theirs elsewhere. */
export function Social({ event, code, waitlist, to, onWaitlisted }: SocialProps) {
  const studio = useStudio();
  const finishLogin = useAfterLogin();
  const next = safePath(useNext());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  const signIn = async (method: Provider, token: string) => {
    setBusy(true);
    setFailure(null);
    try {
      const { waitlisted, ...response } = await socialLogin(method, token, { code, waitlist, next });
      if (waitlisted) onWaitlisted();
      else await finishLogin(response, { event, method }, to);
    } catch (error) {
      console.error(error);
      setFailure(socialFailure(error));
      setBusy(false);
      setAttempt((before) => before + 1);
    }
  };

  const google = studio?.google_client_id ?? null;
  const facebook = studio?.facebook_app_id ?? null;
  return (
    <div className={classes.social}>
      {failure !== null && (
        <p role="alert" className={authClasses.failure}>
          {failure}
        </p>
      )}
      {busy && <output>{SOCIAL.busy}</output>}
      <div className={classes.social} hidden={busy}>
        {google !== null && (
          <GoogleButton
            clientId={google}
            attempt={attempt}
            onToken={(token) => void signIn('google', token)}
          />
        )}
        {facebook !== null && (
          <FacebookButton appId={facebook} onToken={(token) => void signIn('facebook', token)} />
        )}
      </div>
      <p className={authClasses.divider}>{LOGIN.divider}</p>
    </div>
  );
}
