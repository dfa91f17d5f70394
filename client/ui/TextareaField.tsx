import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from './fields.ts';
import { useField } from './use-field.ts';

interface TextareaFieldProps<V extends FieldValues, C, S> extends FieldProps<V, C, S> {
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly rows?: number;
}

/** Several lines of text in a form; grows with what is written. */
export function TextareaField<V extends FieldValues, C, S>(props: TextareaFieldProps<V, C, S>) {
  const { form: _form, name: _name, label: _label, hint: _hint, rows = 3, ...input } = props;
  const { field, shared } = useField(props);
  return (
    <Textarea
      {...input}
      {...field}
      {...shared}
      value={field.value ?? ''}
      autosize
      minRows={rows}
      maxRows={12}
    />
  );
}
