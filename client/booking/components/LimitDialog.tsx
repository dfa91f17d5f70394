import { useNavigate } from '@tanstack/react-router';
import { LIMITS } from '../../../shared/booking/texts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Limit } from './use-confirm.ts';

interface LimitDialogProps {
  readonly limit: Limit | null;
  /** How many upcoming sessions the plan holds. */
  readonly concurrency: number;
  readonly onClose: () => void;
}

/** Why no further session can be booked now: 30 are booked ('Ooops!'), or as many as the plan holds. */
export function LimitDialog({ limit, concurrency, onClose }: LimitDialogProps) {
  const navigate = useNavigate();
  const plan = limit === 'concurrency_limit';
  return (
    <ConfirmDialog
      opened={limit !== null}
      title={plan ? 'Your plan is full for now' : LIMITS.title}
      confirm="See my sessions"
      cancel="Stay here"
      onConfirm={() => {
        onClose();
        void navigate({ to: '/sessions' });
      }}
      onCancel={onClose}
    >
      {plan
        ? `Your plan holds ${concurrency} upcoming ${concurrency === 1 ? 'session' : 'sessions'} at once. Once one of them is over you can book the next.`
        : LIMITS.sessions}
    </ConfirmDialog>
  );
}
