import { SIGN_UP_STEPS, type SignUpStep } from '#shared/accounts/texts-auth.ts';
import { Steps } from '../../ui/feedback/Steps.tsx';

/** Progress of the sign-up (docs/product/accounts.md#sign-up-steps). */
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
