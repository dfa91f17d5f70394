import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface LimitDialogProps {
  readonly opened: boolean;
  /** How many upcoming sessions the plan holds. */
  readonly concurrency: number;
  readonly onClose: () => void;
}

/** As many sessions are booked as the plan holds at once; the studio's own limit of 30 is the speed-limit modal. */
export function LimitDialog({ opened, concurrency, onClose }: LimitDialogProps) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      opened={opened}
      title="Your plan is full for now"
      confirm="See my sessions"
      cancel="Stay here"
      onConfirm={() => {
        onClose();
        void navigate({ to: '/sessions' });
      }}
      onCancel={onClose}
    >
      {`Your plan holds ${concurrency} upcoming ${concurrency === 1 ? 'session' : 'sessions'} at once. Once one of them is over you can book the next.`}
    </ConfirmDialog>
  );
}
