import { useState } from 'react';
import { CREDITS_MAX, REASON_MAX } from '#shared/operator/rules-people.ts';
import { creditsText } from '#shared/operator/texts-people.ts';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import classes from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { useChangeCredits, type CreditsVerb } from './verbs.ts';

interface CreditsDialogProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly verb: CreditsVerb;
  /** Unspent credits of the studio's grants: the most that can be taken. */
  readonly granted: number;
  readonly onClose: () => void;
}

const TEXTS = {
  grant: { title: 'Grant credits', done: 'Credits granted' },
  take: { title: 'Take back credits', done: 'Credits taken back' },
} as const;

/** Asks how many credits and why, and says what will happen. */
export function CreditsDialog({ person, verb, granted, onClose }: CreditsDialogProps) {
  const change = useChangeCredits(person.id, verb);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const most = verb === 'grant' ? CREDITS_MAX : Math.min(granted, CREDITS_MAX);
  const credits = /^\d+$/.test(amount.trim()) ? Number(amount) : 0;
  const amountError = credits >= 1 && credits <= most ? null : `A whole number from 1 to ${most}.`;
  const reasonError = reason.trim() === '' ? 'Please say why.' : null;
  const submit = () => {
    setTried(true);
    if (amountError !== null || reasonError !== null) return;
    change.mutate(
      { credits, reason },
      {
        onSuccess: () => {
          toast(TEXTS[verb].done);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={TEXTS[verb].title}
      confirm={TEXTS[verb].title}
      isDanger={verb === 'take'}
      isPending={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={classes.lead}>{leadOf(verb, person.name, granted)}</p>
      <PlainField
        label="Credits"
        value={amount}
        maxLength={4}
        error={isTried ? amountError : null}
        onChange={setAmount}
      />
      <PlainField
        label="Reason"
        hint="For the audit log; the person does not see it."
        value={reason}
        maxLength={REASON_MAX}
        error={isTried ? reasonError : null}
        onChange={setReason}
      />
    </FormDialog>
  );
}

const leadOf = (verb: CreditsVerb, name: string, granted: number): string =>
  verb === 'grant'
    ? `${name} gets the credits at once, and they do not expire. Their statement says 'From the studio'.`
    : `${name} loses the credits at once. Only what the studio has granted and is not spent can be taken back: ${creditsText(granted)}. Their statement says 'Withdrawn: from the studio'.`;
