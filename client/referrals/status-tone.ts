import type { ReferralStatus } from '../../../shared/referrals/rules.ts';
import type { Tone } from '../../ui/StatusLabel.tsx';

/** What a status asks of the inviter: patience, until it is over. `deadline` as deadlineInWords says it. */
export function toneOf(status: ReferralStatus, deadline: string | null): Tone {
  if (status === 'reward-delivered') return 'ready';
  return status === 'rejected' || deadline === 'Expired' ? 'done' : 'waiting';
}
