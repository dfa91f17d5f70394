import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import classes from '../DialogForm.module.css';
import { TimeSelect, timeText } from '../TimeSelect.tsx';
import { moveTimesQuery } from './api.ts';
import { useMoveSession } from './verbs.ts';

interface MoveDialogProps {
  readonly session: { readonly id: number; readonly starts_at: string; readonly ends_at: string };
  readonly zone: string;
  readonly onClose: () => void;
}

/** Chooses another time for a session. */
export function MoveDialog({ session, zone, onClose }: MoveDialogProps) {
  const times = useQuery(moveTimesQuery(session.id));
  const move = useMoveSession(session.id);
  const [start, setStart] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const confirm = () => {
    setTried(true);
    if (start === null || move.isPending) return;
    move.mutate(start, {
      onSuccess: () => {
        toast('Session moved');
        onClose();
      },
      // Somebody else may have taken the time.
      onError: () => {
        setStart(null);
        void times.refetch();
      },
    });
  };
  return (
    <Modal
      title="Move session"
      size="short"
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Back
          </Button>
          <Button onClick={confirm} aria-disabled={move.isPending || undefined}>
            Move session
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <p className={classes.lead}>
          It is on {timeText(session, zone)}. Both sides are told that the studio moved it. The price stays.
        </p>
        <TimeSelect
          times={times.data}
          zone={zone}
          value={start}
          error={isTried && start === null ? 'Please choose a time.' : null}
          onChange={setStart}
        />
        {(move.error ?? times.error) !== null && (
          <Notice tone="danger" alert>
            {errorMessage(move.error ?? times.error)}
          </Notice>
        )}
      </div>
    </Modal>
  );
}
