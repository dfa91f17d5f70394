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
  /** Maximum length; the characters left are shown, longer input is not cut. */
  readonly limit?: number;
}

/** Characters left, or by how many the text is too long. */
export function charactersLeft(left: number): string {
  const count = Math.abs(left);
  return `${count} character${count === 1 ? '' : 's'} ${left < 0 ? 'too many' : 'left'}`;
}

/** A multi-line field in a form; grows with its text. */
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
        aria-describedby={counted === null ? undefined : countId}
        value={text}
        autosize
        minRows={rows}
        maxRows={12}
      />
      {counted !== null && limit !== undefined && (
        <p id={countId} className={classes.count} data-over={counted > limit || undefined}>
          {charactersLeft(limit - counted)}
        </p>
      )}
    </div>
  );
}
