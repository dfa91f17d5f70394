import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import classes from './Field.module.css';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** A search field that filters as one types. */
export function SearchBox({ label, value, placeholder, onChange }: SearchBoxProps) {
  return (
    <TextInput
      type="search"
      label={label}
      value={value}
      placeholder={placeholder}
      onChange={(event) => onChange(event.currentTarget.value)}
      classNames={{ input: classes.input ?? '', label: classes.label ?? '' }}
    />
  );
}
