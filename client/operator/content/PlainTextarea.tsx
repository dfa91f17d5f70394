import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import classes from '../../ui/form/Field.module.css';

interface PlainTextareaProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly rows?: number;
  readonly error?: string | null;
  readonly onChange: (value: string) => void;
}

/** A field of several lines outside of a form library; grows with its text. */
export function PlainTextarea({ hint, rows = 3, error = null, onChange, ...input }: PlainTextareaProps) {
  return (
    <Textarea
      {...input}
      description={hint}
      error={error}
      autosize
      minRows={rows}
      maxRows={24}
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
