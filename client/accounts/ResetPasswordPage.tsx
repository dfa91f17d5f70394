import { RESET } from '../../shared/accounts/texts-door.ts';
import { requestReset } from './api.ts';
import { DoorFrame } from './components/DoorFrame.tsx';
import { EmailAsk } from './components/EmailAsk.tsx';
import { resetFailure } from './components/reset-failure.ts';

/** The request for a link to choose a new password (part 1 "Reset password request"). */
export function ResetPasswordPage() {
  return (
    <DoorFrame>
      <EmailAsk texts={RESET} badEmail={RESET.badEmail} send={requestReset} failureOf={resetFailure} />
    </DoorFrame>
  );
}
