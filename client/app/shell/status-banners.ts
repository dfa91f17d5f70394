import type { Me } from '#shared/me/contract.ts';
import { paths } from '../../lib/paths.ts';

/** A banner: its text and its link. */
export interface BannerView {
  readonly label: 'Payment' | 'Membership';
  readonly tone: 'danger' | 'waiting';
  readonly text: string;
  readonly link: { readonly text: string; readonly href: string };
}

type Person = Pick<Me, 'role' | 'status'> & {
  readonly subscription: Pick<Me['subscription'], 'isTrial' | 'lastPaymentStatus'>;
};

/** Link of 'Get full access'; null for everybody except clients on trial. */
export function fullAccessLink({ role, subscription }: Person, flag: boolean): string | null {
  return flag && role === 'client' && subscription.isTrial ? paths.plans : null;
}

/** Statuses whose membership a failed payment can end. */
const PAYING_STATUSES: ReadonlySet<Me['status']> = new Set([
  'trial',
  'subscriber',
  'pending_cancellation',
  'wix-user',
]);

/** The banners of a person (docs/product/ui.md#banners). */
export function bannersFor({ role, status, subscription }: Person, paymentFlag: boolean): BannerView[] {
  if (role !== 'client') return [];
  const failed = paymentFlag && subscription.lastPaymentStatus === 'failed';
  return [
    ...(failed ? [paymentFailed(PAYING_STATUSES.has(status))] : []),
    ...(status === 'cancelled' ? [MEMBERSHIP_ENDED] : []),
  ];
}

const paymentFailed = (losesMembership: boolean): BannerView => ({
  label: 'Payment',
  tone: 'danger',
  text: 'Your last payment failed.',
  link: { text: losesMembership ? 'See how to keep your membership' : 'See what to do', href: paths.billing },
});

const MEMBERSHIP_ENDED: BannerView = {
  label: 'Membership',
  tone: 'waiting',
  text: 'Your membership is no longer active but you can still buy credits on demand!',
  link: { text: 'See the plans', href: paths.plans },
};
