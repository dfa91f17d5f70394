import type { Provider } from '#shared/billing/rules-provider.ts';
import { PAYMENT, PAYPAL } from '#shared/billing/texts.ts';
import type { Me } from '#shared/me/contract.ts';
import type { ChosenOffer } from './chosen-offer.ts';

/** What a payment is, as far as its words depend on it. */
interface Paying {
  readonly method: Provider;
  /** Over a running subscription. */
  readonly isLive: boolean;
  readonly status: Me['status'];
}

const HOSTED = 'You pay on the next page, by card, and come back here afterwards.';

/** What stands in the place of the card form; null: the card is typed here. */
export function methodNote(offer: ChosenOffer, { method, isLive, status }: Paying): string | null {
  if (isLive) return `${liveNote(status, method)}${method === 'paypal' ? ` ${PAYPAL.approval}` : ''}`;
  if (method === 'paypal') return PAYPAL.note;
  return offer.kind === 'bundle' ? HOSTED : null;
}

/** What choosing a plan means while a subscription runs. */
function liveNote(status: Me['status'], method: Provider): string {
  if (status === 'trial')
    return 'Your free trial goes on and nothing is charged today: this plan begins when the trial ends.';
  return method === 'paypal' ? PAYPAL.again : 'Your membership goes on. Nothing is charged today.';
}

/** What the button says (docs/product/buying.md#paying). */
export function submitText(
  offer: ChosenOffer,
  { isLive, method, status, trialDays }: Paying & { readonly trialDays: number },
): string {
  if (offer.kind === 'bundle') return PAYMENT.getBundle;
  if (isLive && status === 'trial') return PAYMENT.changeTrial;
  if (isLive && method === 'stripe') return PAYMENT.resume;
  return trialDays > 0 ? PAYMENT.startTrial : PAYMENT.startMembership;
}
