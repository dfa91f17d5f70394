import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from './fields.ts';
import { useField } from './use-field.ts';

interface TextFieldProps<V extends FieldValues, C, S> extends FieldProps<V, C, S> {
  readonly type?: HTMLInputTypeAttribute;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: 'text' | 'email' | 'numeric' | 'decimal' | 'url' | 'search';
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Read-only. */
  readonly readOnly?: boolean;
}

/** One line of text in a form. */
export function TextField<V extends FieldValues, C, S>(props: TextFieldProps<V, C, S>) {
  const { form: _form, name: _name, label: _label, hint: _hint, ...input } = props;
  const { field, shared } = useField(props);
  return <TextInput {...input} {...field} {...shared} value={field.value ?? ''} />;
}
