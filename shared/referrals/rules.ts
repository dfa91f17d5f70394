/** How an invitation goes on (part 2 section 4; decisions 9). */
export const REFERRAL_STATUSES = [
  'awaiting-to-accept',
  'accepted-signup',
  'accepted-trial',
  'waiting-for-approval',
  'reward-delivered',
  'rejected',
] as const;
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number];
