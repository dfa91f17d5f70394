/** The parts of a billing address that identify a household. */
export interface BillingPlace {
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
  readonly country: string | null;
}

/** Evidence against a reward (docs/product/referrals.md#abuse). */
export interface Evidence {
  /** Payment marks that the invitee shares with the inviter, or with somebody else the inviter brought. */
  readonly shared: readonly ('card' | 'payer')[];
  readonly inviter: BillingPlace;
  readonly invitee: BillingPlace;
  /** Both email addresses deliver to one mailbox. */
  readonly one_mailbox: boolean;
}

export type RejectedFor = 'same_card' | 'same_payer' | 'operator';
export type NeedsOperator = 'same_household' | 'same_mailbox';
export type Verdict =
  | { readonly verdict: 'clear' }
  | { readonly verdict: 'reject'; readonly why: RejectedFor }
  | { readonly verdict: 'ask_operator'; readonly why: NeedsOperator };

/**
 * Judges a reward: a shared card or payer rejects, a shared household or mailbox asks the operator
 * (docs/product/referrals.md#abuse).
 */
export function judgeReward({ shared, inviter, invitee, one_mailbox }: Evidence): Verdict {
  if (shared.includes('card')) return { verdict: 'reject', why: 'same_card' };
  if (shared.includes('payer')) return { verdict: 'reject', why: 'same_payer' };
  if (sameHousehold(inviter, invitee)) return { verdict: 'ask_operator', why: 'same_household' };
  return one_mailbox ? { verdict: 'ask_operator', why: 'same_mailbox' } : { verdict: 'clear' };
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/**
 * Whether two billing addresses are one household. Both need a street; ZIP codes decide, else cities
 * (docs/product/referrals.md#abuse).
 */
export function sameHousehold(one: BillingPlace, other: BillingPlace): boolean {
  if (plain(one.address) === '' || plain(one.address) !== plain(other.address)) return false;
  if (one.country !== null && other.country !== null && one.country !== other.country) return false;
  const [zip, otherZip] = [plain(one.zipcode), plain(other.zipcode)];
  if (zip !== '' && otherZip !== '') return zip === otherZip;
  return plain(one.city) === plain(other.city);
}
