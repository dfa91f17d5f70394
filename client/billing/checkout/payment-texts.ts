import { PAYMENT } from '#shared/billing/texts.ts';
import type { Me } from '#shared/me/contract.ts';
import type { ChosenOffer } from './chosen-offer.ts';

/** What choosing a plan means while a subscription runs. */
export const liveNote = (status: Me['status']): string =>
  status === 'trial'
    ? 'Your free trial goes on and nothing is charged today: this plan begins when the trial ends.'
    : 'Your membership goes on. Nothing is charged today.';

/** What the button says (docs/product/buying.md#paying). */
export function submitText(
  offer: ChosenOffer,
  { isLive, status, trialDays }: Readonly<{ isLive: boolean; status: Me['status']; trialDays: number }>,
): string {
  if (offer.kind === 'bundle') return PAYMENT.getBundle;
  if (isLive) return status === 'trial' ? PAYMENT.changeTrial : PAYMENT.resume;
  return trialDays > 0 ? PAYMENT.startTrial : PAYMENT.startMembership;
}
