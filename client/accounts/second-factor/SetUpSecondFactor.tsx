import { SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import auth from '../frame/Auth.module.css';
import { AppSecret } from './AppSecret.tsx';
import { AuthHead } from './AuthHead.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

interface SetUpSecondFactorProps {
  readonly setup: { readonly secret: string; readonly uri: string };
  /** Null where passkeys cannot be made. */
  readonly onPasskey: (() => Promise<void>) | null;
  readonly onCode: (code: string) => Promise<void>;
}

/** Sets up the second factor: an authenticator app, or a passkey. */
export function SetUpSecondFactor({ setup, onPasskey, onCode }: SetUpSecondFactorProps) {
  const { setUp } = SECOND_FACTOR;
  return (
    <>
      <AuthHead title={setUp.title} lead={setUp.lead} />
      <AppSecret setup={setup} />
      <CodeForm kind="app" onCode={onCode} />
      {onPasskey !== null && (
        <>
          <p className={auth.small}>{setUp.or}</p>
          <PasskeyButton kind="plain" label={setUp.passkey} onPress={onPasskey} />
        </>
      )}
    </>
  );
}
