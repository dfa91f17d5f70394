import { Link, useNavigate } from '@tanstack/react-router';
import type { ModalProps } from '../../lib/modal-props.ts';
import { supportLink } from '../../lib/links.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { paths } from '../../lib/paths.ts';

/** 'Oops!': the credit limit is reached (docs/product/buying.md#credit-limit). */
export function BlockingModal({ onClose }: ModalProps) {
  const me = useMe();
  const studio = useStudio();
  const navigate = useNavigate();
  const support = studio === undefined ? null : supportLink(studio, me);
  // That address names no modal, so going there closes this one.
  const open = () => void navigate({ href: paths.billing });
  return (
    <Modal
      title="Oops!"
      size="short"
      onClose={onClose}
      footer={<Button onClick={open}>Open Billing Area</Button>}
    >
      <p>You have reached your credit limit.</p>
      <p>
        To book more sessions,{' '}
        <Link to="." search={(search) => ({ ...search, modal: 'billing-upgrade' })} hash>
          upgrade your plan
        </Link>{' '}
        or{' '}
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
