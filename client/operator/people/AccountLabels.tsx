import type { ListedPerson } from '#shared/operator/contract-people.ts';
import { ACCOUNT_LABELS, MEMBERSHIP_LABELS } from '#shared/operator/texts-people.ts';
import { StatusLabel, type Tone } from '../../ui/feedback/StatusLabel.tsx';

const TONES: Readonly<Record<NonNullable<ListedPerson['membership']>, Tone>> = {
  signup: 'done',
  trial: 'signal',
  subscriber: 'ready',
  pending_cancellation: 'waiting',
  cancelled: 'done',
  ondemand: 'signal',
  'wix-user': 'ready',
};

/** How far an account is, where it is not open, and the status of a client. */
export function AccountLabels({ account, membership }: Pick<ListedPerson, 'account' | 'membership'>) {
  return (
    <>
      {account !== 'open' && (
        <StatusLabel tone={account === 'blocked' ? 'danger' : 'waiting'}>
          {ACCOUNT_LABELS[account]}
        </StatusLabel>
      )}
      {membership !== null && (
        <StatusLabel tone={TONES[membership]}>{MEMBERSHIP_LABELS[membership]}</StatusLabel>
      )}
    </>
  );
}
