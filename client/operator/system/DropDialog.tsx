import { useId, useState, type FormEvent } from 'react';
import type { DeadLetter } from '#shared/operator/system/contract-queues.ts';
import { REASON_MAX } from '#shared/operator/rules-people.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useDrop } from './api.ts';
import classes from './System.module.css';

interface DropDialogProps {
  readonly letter: DeadLetter;
  readonly onClose: () => void;
}

/** Asks why a failed job is dropped. */
export function DropDialog({ letter, onClose }: DropDialogProps) {
  const drop = useDrop(letter.id);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const form = useId();
  const reasonError = reason.trim() === '' ? 'Please say why.' : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reasonError !== null || drop.isPending) return;
    drop.mutate(reason, {
      onSuccess: () => {
        toast('The job is dropped');
        onClose();
      },
    });
  };
  return (
    <Modal
      title="Drop this job?"
      size="short"
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} kind="danger" aria-disabled={drop.isPending || undefined}>
            Drop
          </Button>
        </>
      }
    >
      <form id={form} className={classes.form} noValidate onSubmit={submit}>
        <p>What {letter.queue} was to do here will never be done.</p>
        <PlainField
          label="Reason"
          hint="For the audit log."
          value={reason}
          maxLength={REASON_MAX}
          error={isTried ? reasonError : null}
          onChange={setReason}
        />
        {drop.error !== null && <Notice tone="danger">{errorMessage(drop.error)}</Notice>}
      </form>
    </Modal>
  );
}
