import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from './fields.ts';
import { SelectBox } from './SelectBox.tsx';
import { useField } from './use-field.ts';

interface SelectFieldProps<V extends FieldValues, C, S> extends FieldProps<V, C, S> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly placeholder?: string;
  /** With search, for more than about ten options. */
  readonly searchable?: boolean;
  readonly clearable?: boolean;
}

/** A select in a form. Its value is the option's value, or null. */
export function SelectField<V extends FieldValues, C, S>(props: SelectFieldProps<V, C, S>) {
  const { options, placeholder, searchable = false, clearable = false } = props;
  const { field, shared } = useField(props);
  return (
    <SelectBox
      {...field}
      {...shared}
      value={field.value ?? null}
      data={[...options]}
      searchable={searchable}
      clearable={clearable}
      placeholder={placeholder}
    />
  );
}
