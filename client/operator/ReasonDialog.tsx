import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { REASON_MAX } from '#shared/operator/rules-people.ts';
import { errorMessage } from '../lib/error-message.ts';
import { Button } from '../ui/button/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { PlainField } from '../ui/form/PlainField.tsx';
import { Modal } from '../ui/overlay/Modal.tsx';
import classes from './DialogForm.module.css';

interface ReasonDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** Who reads the reason. */
  readonly hint: string;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly verb: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutate: (reason: string, options: { readonly onSuccess: () => void }) => void;
  };
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks for the reason of a change before it is made. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, hint, confirm, isDanger = false, verb, onDone, onClose } = props;
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const form = useId();
  const error = reason.trim() === '' ? 'Please say why.' : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (error !== null || verb.isPending) return;
    verb.mutate(reason, {
      onSuccess: () => {
        onDone();
        onClose();
      },
    });
  };
  return (
    <Modal
      title={title}
      size="short"
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            form={form}
            kind={isDanger ? 'danger' : 'main'}
            aria-disabled={verb.isPending || undefined}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.form} noValidate onSubmit={submit}>
        <p className={classes.lead}>{children}</p>
        <PlainField
          label="Reason"
          hint={hint}
          value={reason}
          maxLength={REASON_MAX}
          error={isTried ? error : null}
          onChange={setReason}
        />
        {verb.error !== null && (
          <Notice tone="danger" alert>
            {errorMessage(verb.error)}
          </Notice>
        )}
      </form>
    </Modal>
  );
}
