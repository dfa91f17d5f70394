import { SIGN_UP_STEPS, type SignUpStep } from '../../../shared/accounts/texts-door.ts';
import { Steps } from '../../ui/Steps.tsx';

/** The sign-up's progress bar; the welcome step is there only for who came with a valid referral code. */
export function SignUpProgress({
  step,
  referred,
}: {
  readonly step: SignUpStep;
  readonly referred: boolean;
}) {
  const steps = referred ? SIGN_UP_STEPS : SIGN_UP_STEPS.slice(1);
  return <Steps label="Sign-up" steps={steps} present={steps.indexOf(step)} />;
}
