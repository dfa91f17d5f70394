import type { DeadLetter } from '#shared/operator/system/contract-queues.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';
import { useDrop } from './api.ts';

interface DropDialogProps {
  readonly letter: DeadLetter;
  readonly onClose: () => void;
}

/** Asks why a failed job is dropped. */
export function DropDialog({ letter, onClose }: DropDialogProps) {
  return (
    <ReasonDialog
      title="Drop this job?"
      confirm="Drop"
      hint="For the audit log."
      isDanger
      verb={useDrop(letter.id)}
      onDone={() => toast('The job is dropped')}
      onClose={onClose}
    >
      What {letter.queue} was to do here will never be done.
    </ReasonDialog>
  );
}
