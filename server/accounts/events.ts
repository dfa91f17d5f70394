import { eventKind } from '../ctx/ctx.ts';

/** An account was made, on the waiting list or not. */
export const signedUp = eventKind('accounts.signed-up');

/** A password reset was requested; the mail makes the link's secret when it is sent. */
export const passwordResetRequested = eventKind('accounts.reset-asked');

/** A login link was requested; `next` is a checked path. */
export const loginLinkRequested = eventKind('accounts.sign-in-link-asked');

/** A verification link was requested; `next` is a checked path. */
export const verificationRequested = eventKind('accounts.proof-asked');

/** The operator made an account; its owner chooses the password. */
export const invitedToStudio = eventKind('accounts.invited-to-studio');

/** The operator admitted a person from the waiting list. */
export const admitted = eventKind('accounts.admitted');

/** A password changed; its owner gets a mail. */
export const passwordChanged = eventKind('accounts.password-changed');

/** An operator's second factor was set up, removed or reset, or its recovery codes renewed; its owner gets a mail. */
export const secondFactorChanged = eventKind('accounts.second-factor-changed');

/** A link was requested for an address, known or not; a handler decides whether a mail goes out. */
export const linkRequested = eventKind('accounts.link-asked');
