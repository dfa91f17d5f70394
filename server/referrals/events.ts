import { eventKind } from '../ctx/ctx.ts';

/**
 * A mail was requested: the invitation, or its reminder at `reminded_at`. Emitted for every address
 * (docs/product/referrals.md#address-with-an-account).
 */
export const mailRequested = eventKind('referrals.mail-asked');

/** An invitation is to be mailed; never emitted for an address with an account. */
export const invited = eventKind('referrals.invited');

/** A reminder is to be mailed; `at` is when the inviter requested it. */
export const reminded = eventKind('referrals.reminded');
