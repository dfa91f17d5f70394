import { eventKind } from '../ctx/ctx.ts';

/** A person's trial began, with or without a card. */
export const trialStarted = eventKind('billing.trial-started');

/** An invoice was paid. */
export const invoicePaid = eventKind('billing.invoice-paid');

/** A try to charge a renewal failed. */
export const paymentFailed = eventKind('billing.payment-failed');

/** A person cancelled their membership; it goes on until its date. */
export const membershipCancelled = eventKind('billing.membership-cancelled');

/** A membership is over. */
export const membershipEnded = eventKind('billing.membership-ended');

/** A payment arrived that gets its receipt. */
export const receipt = eventKind('billing.receipt');

/** A payment was paid back, wholly or in part. */
export const refunded = eventKind('billing.refunded');

/** A payment was disputed: the money is with the bank until it is decided. */
export const disputed = eventKind('billing.disputed');

/** A trial with a card ends in three days. */
export const trialEndsSoon = eventKind('billing.trial-ends-soon');

/** A trial was ended before it charged, because person or card had one. */
export const trialUsed = eventKind('billing.trial-used');

/** The card of a running membership expires soon. */
export const cardExpires = eventKind('billing.card-expires');

/** An invoice or a credit note was issued. */
export const invoiceIssued = eventKind('billing.invoice-issued');
