import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import fieldClasses from '../../ui/form/Field.module.css';
import classes from './CouponField.module.css';

interface CouponFieldProps {
  /** The applied code; empty for none. */
  readonly applied: string;
  /** Why the last code was refused. */
  readonly error: string | null;
  readonly disabled: boolean;
  /** Resolves to why a code is refused; null when it is applied. */
  readonly onApply: (code: string) => Promise<string | null>;
  readonly onRemove: () => void;
}

/** A coupon is applied before paying: what it takes off stands in the breakdown. */
export function CouponField({ applied, error, disabled, onApply, onRemove }: CouponFieldProps) {
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState(error);
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    const code = typed.trim();
    if (code === '' || busy) return;
    setBusy(true);
    setRefusal(null);
    const refused = await onApply(code);
    setRefusal(refused);
    if (refused === null) setTyped('');
    setBusy(false);
  };
  if (applied !== '')
    return (
      <div className={classes.applied}>
        <span>
          Coupon <b>{applied}</b> is applied.
        </span>
        <Button kind="quiet" type="button" disabled={disabled} onClick={onRemove}>
          Remove
        </Button>
      </div>
    );
  return (
    <form
      noValidate
      className={classes.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (!disabled) void apply();
      }}
    >
      <TextInput
        label="Coupon"
        className={classes.field ?? ''}
        classNames={{
          input: fieldClasses.input ?? '',
          label: fieldClasses.label ?? '',
          error: fieldClasses.error ?? '',
        }}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        disabled={disabled}
        value={typed}
        error={refusal ?? error ?? false}
        errorProps={{ role: 'alert' }}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SubmitButton kind="plain" busy={busy} busyText="Applying...">
        Apply
      </SubmitButton>
    </form>
  );
}
