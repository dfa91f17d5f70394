import type { ModalProps } from '../app/modals.ts';
import { Modal } from '../ui/Modal.tsx';

/** Files */
export function FilesModal({ session, onClose }: ModalProps) {
  return (
    <Modal title="Files" onClose={onClose}>
      {session}
    </Modal>
  );
}
