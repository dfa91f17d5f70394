import { useState, type ReactNode } from 'react';
import { REASON_MAX } from '#shared/operator/rules-people.ts';
import { PlainField } from '../ui/form/PlainField.tsx';
import classes from './DialogForm.module.css';
import { FormDialog } from './FormDialog.tsx';

interface ReasonDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly label?: string;
  /** Who reads the reason. */
  readonly hint: string;
  readonly maxLength?: number;
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
  const {
    children,
    label = 'Reason',
    hint,
    maxLength = REASON_MAX,
    verb,
    onDone,
    onClose,
    ...dialog
  } = props;
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const error = reason.trim() === '' ? 'Please say why.' : null;
  const submit = () => {
    setTried(true);
    if (error !== null) return;
    verb.mutate(reason, {
      onSuccess: () => {
        onDone();
        onClose();
      },
    });
  };
  return (
    <FormDialog {...dialog} isPending={verb.isPending} error={verb.error} onSubmit={submit} onClose={onClose}>
      <p className={classes.lead}>{children}</p>
      <PlainField
        label={label}
        hint={hint}
        value={reason}
        maxLength={maxLength}
        error={isTried ? error : null}
        onChange={setReason}
      />
    </FormDialog>
  );
}
