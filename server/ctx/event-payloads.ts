/**
 * Every event and its payload, which is stored in queues: ids and instants (ISO 8601), no copies. A stored payload
 * may be of an earlier release.
 */
export interface EventPayloads {
  'accounts.signed-up': { readonly person_id: string };
  'accounts.reset-asked': { readonly person_id: string };
  /** `next`: a checked path. */
  'accounts.sign-in-link-asked': { readonly person_id: string; readonly next?: string };
  'accounts.proof-asked': { readonly person_id: string; readonly next?: string };
  'accounts.invited-to-studio': { readonly person_id: string };
  'accounts.admitted': { readonly person_id: string };
  'accounts.password-changed': { readonly person_id: string };
  'accounts.second-factor-changed': {
    readonly person_id: string;
    readonly change:
      | 'set-up'
      | 'removed'
      | 'reset'
      | 'codes-renewed'
      | 'app-added'
      | 'app-removed'
      | 'passkey-added'
      | 'passkey-removed';
  };
  /** `person_id`: null when no account has the address. */
  'accounts.link-asked': {
    readonly person_id: string | null;
    readonly link: 'reset' | 'sign_in';
    readonly next?: string;
  };
  'billing.trial-started': { readonly person_id: string };
  'billing.invoice-paid': {
    readonly person_id: string;
    /** The person's first paid invoice. */
    readonly first: boolean;
    /** Of the card, by the provider. */
    readonly card_fingerprint?: string;
    /** The payer's id at the provider. */
    readonly payer?: string;
  };
  'billing.payment-failed': {
    readonly person_id: string;
    /** At the provider. */
    readonly invoice_id: string;
    readonly attempt: number;
    /** The provider tries no more. */
    readonly is_last: boolean;
    /** When the provider tries again; null: not any more. Earlier releases did not store it. */
    readonly next_attempt_at?: string | null;
  };
  'billing.membership-cancelled': { readonly person_id: string; readonly ends_at: string };
  'billing.membership-ended': { readonly person_id: string };
  /** `payment_id`: the row of billing_payments. */
  'billing.receipt': { readonly person_id: string; readonly payment_id: string };
  'billing.refunded': {
    readonly person_id: string;
    readonly payment_id: string;
    /** The refund or the lost dispute at the provider. */
    readonly refund_id: string;
  };
  'billing.disputed': { readonly person_id: string };
  /** `expires_at`: from then on the card is no longer valid. */
  'billing.card-expires': { readonly person_id: string; readonly expires_at: string };
  'billing.trial-ends-soon': { readonly person_id: string };
  'billing.trial-used': { readonly person_id: string };
  /** `invoice_id`: the row of invoices. */
  'billing.invoice-issued': { readonly person_id: string; readonly invoice_id: string };
  'booking.slot-offered': { readonly offer_id: string };
  'booking.support-requested': { readonly feedback_id: string };
  'calendar.unread': { readonly calendar_id: string };
  /** `at`: when they were noted. */
  'calendar.conflicts-found': { readonly person_id: string; readonly at: string };
  /** `version`: of the draft. */
  'catalogue.profile-submitted': { readonly person_id: string; readonly version: number };
  'catalogue.profile-approved': { readonly person_id: string };
  'catalogue.profile-returned': { readonly person_id: string };
  'calendar.slots-returned': { readonly musician_id: string };
  'files.arrived': { readonly session_id: number };
  'privacy.erasure-requested': { readonly person_id: string };
  'privacy.erasure-link-requested': { readonly person_id: string };
  /** `reminded_at`: null for the invitation itself. */
  'referrals.mail-asked': { readonly invitation_id: string; readonly reminded_at: string | null };
  'referrals.invited': { readonly invitation_id: string };
  'referrals.reminded': { readonly invitation_id: string; readonly at: string };
  'sessions.rated': { readonly session_id: number };
  'sessions.happened': SessionChange & { readonly session_id: number };
}
export type EventName = keyof EventPayloads;

/** A change of a booked session that its people are notified of. */
export type SessionChange =
  | { readonly what: 'booked' | 'edited' | 'cancelled' | 'files_sent' | 'ready' | 'delivered' }
  /** `known_start`: the start before the move. */
  | ({ readonly what: 'moved'; readonly known_start: string } & ForEarlierRelease)
  | ({ readonly what: 'files_requested'; readonly feedback_id: string } & ForEarlierRelease);

/** Repeats the named field for a concurrent process of the earlier release, which reads only `detail`. */
interface ForEarlierRelease {
  readonly detail: string;
}
