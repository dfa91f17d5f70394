import { useEffect } from 'react';
import { Modal } from '../../ui/overlay/Modal.tsx';
import classes from './AuthenticationDialog.module.css';

interface AuthenticationDialogProps {
  /** The bank's page. */
  readonly src: string;
  /** Its origin: no other page is listened to. */
  readonly origin: string;
  /** The bank has answered, or the person has closed the dialog. */
  readonly onDone: () => void;
}

/** The bank's page in place. It says by a message when it is done; the outcome is the provider's to tell. */
export function AuthenticationDialog({ src, origin, onDone }: AuthenticationDialogProps) {
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      const { data } = event;
      if (event.origin !== origin || typeof data !== 'object' || data === null) return;
      if ('type' in data && data.type === 'authentication') onDone();
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [origin, onDone]);
  return (
    <Modal title="Confirm with your bank" onClose={onDone}>
      <iframe
        className={classes.frame}
        src={src}
        title="Your bank's confirmation"
        // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin cannot reach this element
        sandbox="allow-forms allow-scripts allow-same-origin"
      />
    </Modal>
  );
}
