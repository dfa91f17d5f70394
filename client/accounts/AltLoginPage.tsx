import { safeNext } from '../../shared/accounts/rules.ts';
import { LOGIN } from '../../shared/accounts/texts.ts';
import { SIGN_IN_LINK } from '../../shared/accounts/texts-door.ts';
import { requestSignInLink } from './api.ts';
import { DoorFrame } from './components/DoorFrame.tsx';
import { EmailAsk } from './components/EmailAsk.tsx';
import { resetFailure } from './components/reset-failure.ts';
import { useNext } from './components/use-arrival.ts';

/** Signing in by a link in a mail (decisions 1, "/alt-login"). */
export function AltLoginPage() {
  const next = safeNext(useNext());
  return (
    <DoorFrame>
      <EmailAsk
        texts={SIGN_IN_LINK}
        badEmail={LOGIN.badEmail}
        send={async (email) => requestSignInLink(email, next)}
        failureOf={resetFailure}
      />
    </DoorFrame>
  );
}
