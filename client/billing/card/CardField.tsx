import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useField } from '../../ui/form/use-field.ts';
import type { CardValues } from './card-number.ts';

interface CardFieldProps {
  readonly form: UseFormReturn<CardValues>;
  readonly name: keyof CardValues;
  readonly label: string;
  readonly autoComplete: 'cc-number' | 'cc-exp' | 'cc-csc' | 'cc-name';
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly disabled: boolean;
  /** Digits only, shown in this shape. */
  readonly format?: (text: string) => string;
}

/** A field of a card; what is typed is shown in groups, and the caret stays behind the same digit. */
export function CardField({ form, name, label, format, ...props }: CardFieldProps) {
  const { field, shared } = useField({ form, name, label, disabled: props.disabled });
  return (
    <TextInput
      {...props}
      {...field}
      {...shared}
      {...(format === undefined ? {} : { inputMode: 'numeric' as const })}
      spellCheck={false}
      onChange={({ currentTarget: input, nativeEvent }) => {
        const isDeleting = 'inputType' in nativeEvent && String(nativeEvent.inputType).startsWith('delete');
        // While something is deleted the shape stays, or a separator could never be removed.
        if (format === undefined || (isDeleting && name === 'expiry')) return field.onChange(input.value);
        const before = digitsIn(input.value.slice(0, input.selectionStart ?? input.value.length));
        const atEnd = input.selectionStart === input.value.length;
        const shown = format(input.value);
        field.onChange(shown);
        const caret = atEnd ? shown.length : behindDigit(shown, before);
        requestAnimationFrame(() => input.setSelectionRange(caret, caret));
      }}
    />
  );
}

const digitsIn = (text: string): number => text.replaceAll(/\D/g, '').length;

/** The place in `text` behind its `count`th digit. */
function behindDigit(text: string, count: number): number {
  let at = 0;
  for (let seen = 0; at < text.length && seen < count; at += 1) if (/\d/.test(text[at] ?? '')) seen += 1;
  return at;
}
