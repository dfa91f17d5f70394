import { safePath } from '#shared/accounts/rules.ts';
import { LOGIN } from '#shared/accounts/texts.ts';
import { LOGIN_LINK } from '#shared/accounts/texts-auth.ts';
import { sendLoginLink } from '../api.ts';
import { AuthLayout } from '../frame/AuthLayout.tsx';
import { EmailRequest } from '../frame/EmailRequest.tsx';
import { resetFailure } from '../password/reset-failure.ts';
import { useNext } from '../frame/use-after-login.ts';

/** Requests a login link (docs/product/accounts.md#login-link). */
export function AltLoginPage() {
  const next = safePath(useNext());
  return (
    <AuthLayout>
      <EmailRequest
        texts={LOGIN_LINK}
        badEmail={LOGIN.badEmail}
        send={async (email) => sendLoginLink(email, next)}
        failureOf={resetFailure}
      />
    </AuthLayout>
  );
}
