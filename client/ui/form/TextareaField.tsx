import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import classes from './Field.module.css';
import type { FieldProps } from './fields.ts';
import { useField } from './use-field.ts';

interface TextareaFieldProps<V extends FieldValues, C, S> extends FieldProps<V, C, S> {
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly rows?: number;
  /** Counts the characters below the field and says when they are more than this; what is too long stays. */
  readonly limit?: number;
}

/** Several lines of text in a form; grows with what is written. */
export function TextareaField<V extends FieldValues, C, S>(props: TextareaFieldProps<V, C, S>) {
  const { form: _form, name: _name, label: _label, hint: _hint, rows = 3, limit, ...input } = props;
  const { field, shared } = useField(props);
  const countId = useId();
  const text: string = field.value ?? '';
  const counted = limit === undefined ? null : Array.from(text).length;
  return (
    <div>
      <Textarea
        {...input}
        {...field}
        {...shared}
        {...(counted === null ? {} : { 'aria-describedby': countId })}
        value={text}
        autosize
        minRows={rows}
        maxRows={12}
      />
      {counted !== null && limit !== undefined && (
        <p id={countId} className={classes.count} data-over={counted > limit || undefined}>
          {counted} of {limit}
        </p>
      )}
    </div>
  );
}
