import { useState } from 'react';
import type { Searched } from '#shared/operator/rules-search.ts';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { useFound } from './use-found.ts';

interface Picked {
  readonly id: string;
  readonly name: string;
}

interface PersonPickerProps {
  readonly label: string;
  readonly placeholder: string;
  readonly of: Exclude<Searched, 'everything'>;
  readonly value: Picked | null;
  readonly clearable?: boolean;
  readonly error?: string | null;
  readonly onChange: (picked: Picked | null) => void;
}

/** A select that searches people by name or address while one types. */
export function PersonPicker({
  label,
  placeholder,
  of,
  value,
  clearable,
  error,
  onChange,
}: PersonPickerProps) {
  const [typed, setTyped] = useState('');
  const isChosen = value !== null && typed === value.name;
  const { found, isSearching } = useFound(isChosen ? '' : typed, of);
  const people = [...(found?.people ?? []), ...(found?.musicians ?? [])];
  const options = people.map(({ id, name, email }) => ({ value: id, label: name, email }));
  const isListed = value === null || options.some((option) => option.value === value.id);
  const data = isListed ? options : [...options, { value: value.id, label: value.name, email: '' }];
  const emails = new Map(data.map((option) => [option.value, option.email]));
  return (
    <SelectBox
      label={label}
      placeholder={placeholder}
      data={data.map(({ value: id, label: name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      searchable
      clearable={clearable ?? false}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options: all }) => all}
      nothingFoundMessage={nothingFound(typed, isSearching)}
      renderOption={({ option }) => (
        <span>
          {option.label}
          {emails.get(option.value) !== '' && (
            <>
              <br />
              <small>{emails.get(option.value)}</small>
            </>
          )}
        </span>
      )}
      onChange={(id, option) => onChange(id === null ? null : { id, name: option.label })}
    />
  );
}

function nothingFound(typed: string, isSearching: boolean): string {
  if (typed.trim() === '') return 'Type a name or an address';
  return isSearching ? 'Searching…' : 'Nobody found';
}
