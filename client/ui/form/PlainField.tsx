import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import classes from './Field.module.css';

interface PlainFieldProps {
  readonly label: string;
  /** The accessible name where the label alone does not say enough. */
  readonly name?: string;
  readonly hint?: string;
  readonly type?: 'text' | 'date' | 'time';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly min?: string;
  readonly max?: string;
  readonly maxLength?: number;
  /** Seconds between the times that can be chosen. */
  readonly step?: number;
  readonly error?: string | null;
}

/** A field outside of a form library: its value is a text; dates are YYYY-MM-DD, times HH:mm. */
export function PlainField({ name, hint, error = null, onChange, ...input }: PlainFieldProps) {
  return (
    <TextInput
      {...input}
      aria-label={name}
      description={hint}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      classNames={{
        input: classes.input ?? '',
        label: classes.label ?? '',
        description: classes.hint ?? '',
        error: classes.error ?? '',
      }}
    />
  );
}
