import type { ModalProps } from '../app/modals.ts';
import { Modal } from '../ui/Modal.tsx';

/** Cancel session */
export function CancelSessionModal({ session, onClose }: ModalProps) {
  return (
    <Modal title="Cancel session" onClose={onClose}>
      {session}
    </Modal>
  );
}
