/** docs/product/referrals.md#referral-status */
export const REFERRAL_STATUSES = [
  'awaiting-to-accept',
  'accepted-signup',
  'accepted-trial',
  'waiting-for-approval',
  'reward-delivered',
  'rejected',
] as const;
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number];
