import { eventKind } from '../lib/events.ts';

/** An invitation is to be mailed; never raised for the address of somebody who has an account (decisions 9). */
export const invited = eventKind<{ invitation_id: string }>('referrals.invited');

/** The invitation is to be mailed once more; `at` is when the inviter asked for it. Never raised where `invited` is not. */
export const reminded = eventKind<{ invitation_id: string; at: string }>('referrals.reminded');
