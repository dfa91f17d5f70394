import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from './fields.ts';
import classes from './SelectField.module.css';
import { useField } from './use-field.ts';

interface SelectFieldProps<V extends FieldValues, C, S> extends FieldProps<V, C, S> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly placeholder?: string;
  /** Type to find; for more than about ten options. */
  readonly searchable?: boolean;
  readonly clearable?: boolean;
}

/** One of several in a form. Its value is the option's value, or null when nothing is chosen. */
export function SelectField<V extends FieldValues, C, S>(props: SelectFieldProps<V, C, S>) {
  const { options, placeholder, searchable = false, clearable = false } = props;
  const { field, shared } = useField(props);
  return (
    <Select
      {...field}
      {...shared}
      value={field.value ?? null}
      data={[...options]}
      searchable={searchable}
      clearable={clearable}
      allowDeselect={false}
      nothingFoundMessage="Nothing found"
      {...(placeholder === undefined ? {} : { placeholder })}
      comboboxProps={{ zIndex: 300, transitionProps: { duration: 0 } }}
      classNames={{
        ...shared.classNames,
        dropdown: classes.dropdown ?? '',
        option: classes.option ?? '',
      }}
    />
  );
}
