import { MEMBERSHIP_BANNERS } from '#shared/billing/texts.ts';
import type { Me } from '#shared/me/contract.ts';
import { paths } from '../../lib/paths.ts';

/** A banner: its text and its ways on. */
export interface BannerView {
  readonly label: 'Payment' | 'Membership';
  readonly tone: 'danger' | 'waiting';
  readonly text: string;
  /** It leads to the provider's page for the payment method. */
  readonly hasPortal: boolean;
  readonly links: readonly { readonly text: string; readonly href: string }[];
}

type Person = Pick<Me, 'role' | 'status'> & {
  readonly subscription: Pick<Me['subscription'], 'isTrial' | 'lastPaymentStatus' | 'paymentsProvider'>;
};

/** Link of 'Get full access'; null for everybody except clients on trial. */
export function fullAccessLink({ role, subscription }: Person, flag: boolean): string | null {
  return flag && role === 'client' && subscription.isTrial ? paths.plans : null;
}

/** The banners of a person (docs/product/ui.md#banners). */
export function bannersFor({ role, status, subscription }: Person, paymentFlag: boolean): BannerView[] {
  if (role !== 'client') return [];
  const failed = paymentFlag && subscription.lastPaymentStatus === 'failed';
  return [
    ...(failed ? [subscription.paymentsProvider === 'paypal' ? PAYPAL_FAILED : PAYMENT_FAILED] : []),
    ...(status === 'cancelled' ? [MEMBERSHIP_ENDED] : []),
  ];
}

const PAYMENT_FAILED: BannerView = {
  label: 'Payment',
  tone: 'danger',
  text: MEMBERSHIP_BANNERS.paymentFailed,
  hasPortal: true,
  links: [],
};

/** PayPal tries again; its page is reached from the billing area. */
const PAYPAL_FAILED: BannerView = {
  ...PAYMENT_FAILED,
  hasPortal: false,
  links: [{ text: 'Open Billing Area', href: paths.billing }],
};

const MEMBERSHIP_ENDED: BannerView = {
  label: 'Membership',
  tone: 'waiting',
  text: MEMBERSHIP_BANNERS.ended,
  hasPortal: false,
  links: [
    { text: 'Top up', href: paths.topUp },
    { text: 'See the plans', href: paths.plans },
  ],
};
