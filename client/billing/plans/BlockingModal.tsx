import { useNavigate } from '@tanstack/react-router';
import type { ModalProps } from '../app/modals.ts';
import { supportLink } from '../app/links.ts';
import { useMe, useStudio } from '../app/session.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';

/** 'Oops!': the credit limit is reached (part 1 section 2 "Blocking modal", section 8). */
export function BlockingModal({ onClose }: ModalProps) {
  const me = useMe();
  const studio = useStudio();
  const navigate = useNavigate();
  const support = studio === undefined ? null : supportLink(studio, me);
  // The billing area's address has no modal in it: going there closes this one.
  const open = () => void navigate({ href: '/profile#billing' });
  return (
    <Modal
      title="Oops!"
      size="short"
      onClose={onClose}
      footer={<Button onClick={open}>Open Billing Area</Button>}
    >
      <p>You have reached your credit limit.</p>
      <p>
        To book more sessions, upgrade your plan or{' '}
        {support === null ? (
          'contact support'
        ) : (
          <a href={support} target="_blank" rel="noreferrer">
            contact support
          </a>
        )}
        .
      </p>
    </Modal>
  );
}
