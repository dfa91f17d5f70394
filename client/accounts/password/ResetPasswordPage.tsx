import { RESET } from '#shared/accounts/texts-auth.ts';
import { sendResetLink } from '../api.ts';
import { AuthLayout } from '../frame/AuthLayout.tsx';
import { EmailRequest } from '../frame/EmailRequest.tsx';
import { resetFailure } from './reset-failure.ts';

/** Requests a reset link (docs/product/accounts.md#password-reset). */
export function ResetPasswordPage() {
  return (
    <AuthLayout>
      <EmailRequest texts={RESET} badEmail={RESET.badEmail} send={sendResetLink} failureOf={resetFailure} />
    </AuthLayout>
  );
}
