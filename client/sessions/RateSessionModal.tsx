import type { ModalProps } from '../app/modals.ts';
import { Modal } from '../ui/Modal.tsx';

/** Rate your session */
export function RateSessionModal({ session, onClose }: ModalProps) {
  return (
    <Modal title="Rate your session" onClose={onClose}>
      {session}
    </Modal>
  );
}
