/** The parts of a billing address that identify a household. */
export interface HouseholdAddress {
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
  readonly country: string | null;
}

/** Evidence against a reward (docs/product/referrals.md#abuse). */
export interface Evidence {
  /** Payment marks that the invitee shares with the inviter, or with another of the inviter's invitees. */
  readonly shared: readonly ('card' | 'payer')[];
  readonly inviter: HouseholdAddress;
  readonly invitee: HouseholdAddress;
  /** Of the invitee's first paid invoice. */
  readonly paidBack: 'nothing' | 'part' | 'all';
  /** Both email addresses deliver to one mailbox. */
  readonly same_mailbox: boolean;
}

export type RejectedFor = 'same_card' | 'same_payer' | 'refunded' | 'operator';
/** Why a reward waits for an operator. */
export const HELD_REASONS = ['same_household', 'same_mailbox', 'partly_refunded'] as const;
export type NeedsOperator = (typeof HELD_REASONS)[number];
export type RewardCheck =
  | { readonly outcome: 'clear' }
  | { readonly outcome: 'reject'; readonly reason: RejectedFor }
  | { readonly outcome: 'ask_operator'; readonly reason: NeedsOperator };

/**
 * Checks a reward: a shared card or payer, or an invoice that was paid back, rejects it; a shared household or mailbox,
 * or an invoice that was paid back in part, leaves it to the operator
 * (docs/product/referrals.md#abuse).
 */
export function checkReward({ shared, inviter, invitee, paidBack, same_mailbox }: Evidence): RewardCheck {
  if (shared.includes('card')) return { outcome: 'reject', reason: 'same_card' };
  if (shared.includes('payer')) return { outcome: 'reject', reason: 'same_payer' };
  if (paidBack === 'all') return { outcome: 'reject', reason: 'refunded' };
  if (paidBack === 'part') return { outcome: 'ask_operator', reason: 'partly_refunded' };
  if (isSameHousehold(inviter, invitee)) return { outcome: 'ask_operator', reason: 'same_household' };
  return same_mailbox ? { outcome: 'ask_operator', reason: 'same_mailbox' } : { outcome: 'clear' };
}

const normalized = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/**
 * Whether two billing addresses are one household. Both need a street; ZIP codes decide, else cities
 * (docs/product/referrals.md#abuse).
 */
export function isSameHousehold(one: HouseholdAddress, other: HouseholdAddress): boolean {
  if (normalized(one.address) === '' || normalized(one.address) !== normalized(other.address)) return false;
  if (one.country !== null && other.country !== null && one.country !== other.country) return false;
  const [zip, otherZip] = [normalized(one.zipcode), normalized(other.zipcode)];
  if (zip !== '' && otherZip !== '') return zip === otherZip;
  return normalized(one.city) === normalized(other.city);
}
