import type { HELD_REASONS } from '../../referrals/rules-abuse.ts';

/** Why a reward waits for an operator. */
export const HELD_LABELS: Readonly<Record<(typeof HELD_REASONS)[number], string>> = {
  same_household: 'Same household',
  same_mailbox: 'Same mailbox',
  partly_refunded: 'Partly paid back',
};
