import type { ReferralStatus } from '#shared/referrals/rules-status.ts';
import type { Tone } from '../ui/feedback/StatusLabel.tsx';

/** Tone of a status; `deadline` as deadlineInWords returns it. */
export function toneOf(status: ReferralStatus, deadline: string | null): Tone {
  if (status === 'reward-delivered') return 'ready';
  return status === 'rejected' || deadline === 'Expired' ? 'done' : 'waiting';
}
