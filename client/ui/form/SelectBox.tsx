import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select, type SelectProps } from '@mantine/core';
import classes from './SelectField.module.css';
import fieldClasses from './Field.module.css';

type SelectBoxProps = Omit<SelectProps, 'classNames'> & {
  readonly classNames?: Readonly<Record<string, string>>;
};

/** The select that all forms share. */
export function SelectBox({ classNames, ...props }: SelectBoxProps) {
  return (
    <Select
      allowDeselect={false}
      nothingFoundMessage="Nothing found"
      comboboxProps={{ zIndex: 300, transitionProps: { duration: 0 } }}
      {...props}
      classNames={{
        input: fieldClasses.input ?? '',
        label: fieldClasses.label ?? '',
        ...classNames,
        dropdown: classes.dropdown ?? '',
        option: classes.option ?? '',
      }}
    />
  );
}
