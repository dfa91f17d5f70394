import { eventKind } from '../lib/events.ts';

/**
 * An inviter asked for a mail: for the invitation, or for its reminder at `reminded_at`. Raised for every address
 * alike, so that a call costs the same whether or not the address has an account; what goes out is judged after it.
 */
export const mailAsked = eventKind<{ invitation_id: string; reminded_at: string | null }>(
  'referrals.mail-asked',
);

/** An invitation is to be mailed; never raised for the address of somebody who has an account (decisions 9). */
export const invited = eventKind<{ invitation_id: string }>('referrals.invited');

/** The invitation is to be mailed once more; `at` is when the inviter asked for it. Never raised where `invited` is not. */
export const reminded = eventKind<{ invitation_id: string; at: string }>('referrals.reminded');
