import { useId, type FormEvent, type ReactNode } from 'react';
import { errorMessage } from '../lib/error-message.ts';
import { Button } from '../ui/button/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { Modal } from '../ui/overlay/Modal.tsx';
import classes from './DialogForm.module.css';

interface FormDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly size?: 'short' | 'narrow';
  readonly isDanger?: boolean;
  readonly isPending: boolean;
  /** Whether it cannot be done as it stands; the fields say why. */
  readonly mayNot?: boolean;
  /** Of the verb, or what is wrong with no single field; shown below the fields. */
  readonly error: Error | string | null;
  /** What will happen, and the fields. */
  readonly children: ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** A dialog that says what a verb will do, asks for what it needs, and does it. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    confirm,
    size = 'short',
    isDanger = false,
    isPending,
    mayNot = false,
    error,
    children,
  } = props;
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && !mayNot) props.onSubmit();
  };
  return (
    <Modal
      title={title}
      size={size}
      onClose={props.onClose}
      footer={
        <>
          <Button kind="plain" onClick={props.onClose}>
            Back
          </Button>
          <Button
            type="submit"
            form={form}
            kind={isDanger ? 'danger' : 'main'}
            aria-disabled={isPending || mayNot || undefined}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.form} noValidate onSubmit={submit}>
        {children}
        {error !== null && (
          <Notice tone="danger" alert>
            {typeof error === 'string' ? error : errorMessage(error)}
          </Notice>
        )}
      </form>
    </Modal>
  );
}
