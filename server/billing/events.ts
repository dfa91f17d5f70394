import { eventKind } from '../ctx/ctx.ts';

/** A person's trial began, with or without a card. */
export const trialStarted = eventKind('billing.trial-started');

/** An invoice was paid. */
export const invoicePaid = eventKind('billing.invoice-paid');
