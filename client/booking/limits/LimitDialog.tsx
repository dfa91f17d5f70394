import { useNavigate } from '@tanstack/react-router';
import { LIMITS } from '#shared/booking/texts.ts';
import { LazyConfirmDialog } from '../../ui/overlay/LazyConfirmDialog.tsx';

interface LimitDialogProps {
  readonly opened: boolean;
  /** How many upcoming sessions the plan allows. */
  readonly concurrency: number;
  readonly onClose: () => void;
}

/** The plan's limit is reached; the studio's own limit of 30 is the speed limit modal. */
export function LimitDialog({ opened, concurrency, onClose }: LimitDialogProps) {
  const navigate = useNavigate();
  return (
    <LazyConfirmDialog
      opened={opened}
      title="Your plan is full for now"
      confirm={LIMITS.seeSessions}
      cancel="Stay here"
      onConfirm={() => {
        onClose();
        void navigate({ to: '/sessions' });
      }}
      onCancel={onClose}
    >
      {LIMITS.planFull(concurrency)}
    </LazyConfirmDialog>
  );
}
