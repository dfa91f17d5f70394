import type { LeavingFlags, MembershipFacts } from '#shared/billing/rules-leaving.ts';
import type { Me } from '#shared/me/contract.ts';
import { useFlag } from '../../lib/flags.ts';
import type { Billing } from '../area-api.ts';

/** A person's membership as the rule of its buttons takes it. */
export function membershipFacts(
  { status, subscription }: Pick<Me, 'status' | 'subscription'>,
  { plan }: Pick<Billing, 'plan'>,
): MembershipFacts {
  return {
    status,
    legacy: subscription.legacy,
    provider: subscription.paymentsProvider,
    hasDate: subscription.nextBillingDate !== null,
    lastPayment: subscription.lastPaymentStatus,
    isChanging: (plan?.pending ?? null) !== null,
  };
}

/** The flags that decide, too. */
export function useLeavingFlags(): LeavingFlags {
  return {
    'trial-cancellations': useFlag('trial-cancellations'),
    'restart-billing-cycle': useFlag('restart-billing-cycle'),
  };
}
