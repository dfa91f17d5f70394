import { eventKind } from '../lib/events.ts';

/** Somebody's trial began, with or without a card. */
export const trialStarted = eventKind<{ person_id: string }>('billing.trial-started');

/** What an invoice of more than 0 was paid with, by the provider's own ids: the card's fingerprint, the payer's id. */
interface Paid {
  readonly person_id: string;
  /** Whether it is the first that this person ever paid. */
  readonly first: boolean;
  readonly card_fingerprint?: string;
  readonly payer?: string;
}

/** An invoice was paid. */
export const invoicePaid = eventKind<Paid>('billing.invoice-paid');
