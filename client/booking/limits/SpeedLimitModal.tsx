import { useNavigate } from '@tanstack/react-router';
import { LIMITS } from '#shared/booking/texts.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';

/** 'Ooops!': 30 sessions are booked already (docs/product/booking.md#session-limits). */
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
          <Button onClick={() => void navigate({ to: '/sessions' })}>{LIMITS.seeSessions}</Button>
        </>
      }
    >
      <p>{LIMITS.sessions}</p>
    </Modal>
  );
}
