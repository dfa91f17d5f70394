import { useNavigate } from '@tanstack/react-router';
import { LIMITS } from '../../shared/booking/texts.ts';
import type { ModalProps } from '../app/modals.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';

/** 'Ooops!': 30 sessions are booked already (part 1 section 2 "Speed limit modal", part 2 section 5). */
export function SpeedLimitModal({ onClose }: ModalProps) {
  const navigate = useNavigate();
  return (
    <Modal
      title={LIMITS.title}
      size="short"
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Stay here
          </Button>
          <Button onClick={() => void navigate({ to: '/sessions' })}>See my sessions</Button>
        </>
      }
    >
      <p>{LIMITS.sessions}</p>
    </Modal>
  );
}
