import type { Behavior } from './cards.ts';

export interface Decline {
  readonly code: string;
  readonly declineCode: string;
  readonly message: string;
}

const decline = (code: string, declineCode: string, message: string): Decline => ({
  code,
  declineCode,
  message,
});

const GENERIC = decline('card_declined', 'generic_decline', 'Your card was declined.');
const NO_FUNDS = decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.');

/** Why a card that never pays is declined. */
export const DECLINES: Partial<Record<Behavior, Decline>> = {
  generic_decline: GENERIC,
  insufficient_funds: NO_FUNDS,
  lost_card: decline('card_declined', 'lost_card', 'Your card was declined.'),
  stolen_card: decline('card_declined', 'stolen_card', 'Your card was declined.'),
  expired_card: decline('expired_card', 'expired_card', 'Your card has expired.'),
  incorrect_cvc: decline('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  processing_error: decline(
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
};

const UNAUTHENTICATED = decline(
  'authentication_required',
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
);

export type Authentication = 'passed' | 'failed' | null;

export type Verdict =
  | { readonly is: 'accepted' }
  | { readonly is: 'authenticate' }
  | { readonly is: 'unauthenticated' }
  | { readonly is: 'declined'; readonly decline: Decline };

const ACCEPTED: Verdict = { is: 'accepted' };
const AUTHENTICATE: Verdict = { is: 'authenticate' };
const declined = (reason: Decline): Verdict => ({ is: 'declined', decline: reason });

interface Attempt {
  readonly behavior: Behavior;
  /** Saving the card, not paying. */
  readonly saving: boolean;
  readonly offSession: boolean;
  /** Authenticated when it was saved. */
  readonly prepared: boolean;
  readonly authentication: Authentication;
}

/** What the card's bank says. */
export function judge({ behavior, saving, offSession, prepared, authentication }: Attempt): Verdict {
  const never = DECLINES[behavior];
  if (never !== undefined) return declined(never);
  if (behavior === 'fails_later') return saving ? ACCEPTED : declined(GENERIC);
  if (behavior === 'declined_off_session') return offSession && !saving ? declined(GENERIC) : ACCEPTED;
  if (behavior === 'succeeds' || behavior === 'is_disputed') return ACCEPTED;
  if (behavior === 'authenticates_once' && prepared && authentication === null) return ACCEPTED;
  if (authentication === null) return offSession && !saving ? declined(UNAUTHENTICATED) : AUTHENTICATE;
  if (authentication === 'failed' || behavior === 'authentication_fails') return { is: 'unauthenticated' };
  if (saving) return ACCEPTED;
  if (behavior === 'authenticates_then_declines') return declined(GENERIC);
  return behavior === 'authenticates_then_insufficient_funds' ? declined(NO_FUNDS) : ACCEPTED;
}
