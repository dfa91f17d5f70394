import type { WaitingReward } from '#shared/operator/rewards/contract-rewards.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';
import { useReject } from './api.ts';

interface RejectDialogProps {
  readonly reward: WaitingReward;
  readonly onClose: () => void;
}

/** Asks why a reward is rejected. */
export function RejectDialog({ reward: { id, inviter, invitee }, onClose }: RejectDialogProps) {
  return (
    <ReasonDialog
      title="Reject this reward?"
      confirm="Reject"
      hint="For the audit log; nobody else reads it."
      isDanger
      verb={useReject(id)}
      onDone={() => toast('The reward is rejected')}
      onClose={onClose}
    >
      Neither {inviter.name} nor {invitee.name} gets credits for it, for good.
    </ReasonDialog>
  );
}
