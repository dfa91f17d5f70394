import { useState } from 'react';
import { LOGIN } from '../../../shared/accounts/texts.ts';
import { SOCIAL } from '../../../shared/accounts/texts-door.ts';
import { safeNext } from '../../../shared/accounts/rules.ts';
import { useStudio } from '../../app/session.ts';
import { enterBySocial, type Provider } from '../api.ts';
import doorClasses from './Door.module.css';
import { FacebookButton } from './FacebookButton.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { socialFailure } from './social-failure.ts';
import classes from './Social.module.css';
import { useArrival, useNext } from './use-arrival.ts';

interface SocialProps {
  /** What analytics hear. */
  readonly event: 'login' | 'sign_up';
  readonly code: string | null;
  readonly waitlist: boolean;
  /** Where to go on to; else where the person wanted to go. */
  readonly to?: string;
  readonly onWaiting: () => void;
}

/** The providers that are switched on and configured, then the divider; nothing of theirs is loaded elsewhere. */
export function Social({ event, code, waitlist, to, onWaiting }: SocialProps) {
  const studio = useStudio();
  const arrive = useArrival();
  const next = safeNext(useNext());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const enter = async (method: Provider, token: string) => {
    setBusy(true);
    setFailure(null);
    try {
      const { waitlisted, ...arrived } = await enterBySocial(method, token, { code, waitlist, next });
      if (waitlisted) onWaiting();
      else await arrive(arrived, { event, method }, to);
    } catch (error) {
      console.error(error);
      setFailure(socialFailure(error));
      setBusy(false);
    }
  };

  const google = studio?.google_client_id ?? null;
  const facebook = studio?.facebook_app_id ?? null;
  return (
    <div className={classes.social}>
      {failure !== null && (
        <p role="alert" className={doorClasses.failure}>
          {failure}
        </p>
      )}
      {busy && <output>{SOCIAL.busy}</output>}
      <div className={classes.social} hidden={busy}>
        {google !== null && (
          <GoogleButton clientId={google} onToken={(token) => void enter('google', token)} />
        )}
        {facebook !== null && (
          <FacebookButton appId={facebook} onToken={(token) => void enter('facebook', token)} />
        )}
      </div>
      <p className={doorClasses.divider}>{LOGIN.divider}</p>
    </div>
  );
}
