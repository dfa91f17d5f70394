/** Where somebody is billed, as far as it tells a household. */
export interface BillingPlace {
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
  readonly country: string | null;
}

/** What speaks against paying a reward for an invitation (decisions 9). */
export interface Evidence {
  /** A card or payer that paid for the invitee and also for the inviter, or for somebody else whom the inviter brought. */
  readonly shared: readonly ('card' | 'payer')[];
  readonly inviter: BillingPlace;
  readonly invitee: BillingPlace;
  /** The two addresses reach one mailbox. */
  readonly one_mailbox: boolean;
}

export type RejectedFor = 'same_card' | 'same_payer' | 'operator';
export type NeedsOperator = 'same_household' | 'same_mailbox';
export type Verdict =
  | { readonly verdict: 'clear' }
  | { readonly verdict: 'reject'; readonly why: RejectedFor }
  | { readonly verdict: 'ask_operator'; readonly why: NeedsOperator };

/** The same card fingerprint or payer rejects; the same household, or one mailbox, goes to the operator (decisions 9). */
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
 * Whether two are billed at one address, however it is written. Both must have given a street; then the zip codes
 * decide, or the cities where one has none.
 */
export function sameHousehold(one: BillingPlace, other: BillingPlace): boolean {
  if (plain(one.address) === '' || plain(one.address) !== plain(other.address)) return false;
  if (one.country !== null && other.country !== null && one.country !== other.country) return false;
  const [zip, otherZip] = [plain(one.zipcode), plain(other.zipcode)];
  if (zip !== '' && otherZip !== '') return zip === otherZip;
  return plain(one.city) === plain(other.city);
}
