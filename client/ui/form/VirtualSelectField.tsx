import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, TextInput, useVirtualizedCombobox } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from './fields.ts';
import { findChoices, type Choice } from './find-choices.ts';
import { Icon } from '../button/Icon.tsx';
import { VirtualList } from './VirtualList.tsx';
import selectClasses from './SelectField.module.css';
import { useField } from './use-field.ts';

interface VirtualSelectFieldProps<V extends FieldValues, C, S> extends FieldProps<V, C, S> {
  readonly options: readonly Choice[];
  readonly placeholder?: string;
  /** Whether clearing the field chooses nothing. */
  readonly clearable?: boolean;
}

/** A select with search for hundreds of options in a form. Its value is the option's value, or null. */
export function VirtualSelectField<V extends FieldValues, C, S>(props: VirtualSelectFieldProps<V, C, S>) {
  const { options, placeholder, clearable = false } = props;
  const { field, shared } = useField(props);
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const matches = useMemo(() => findChoices(options, typed ?? ''), [options, typed]);
  const value: unknown = field.value ?? null;
  const isChosen = (choice: Choice) => choice.value === value;

  const take = (index: number) => {
    const choice = matches[index];
    if (choice !== undefined) field.onChange(choice.value);
    store.closeDropdown();
  };
  const store = useVirtualizedCombobox({
    totalOptionsCount: matches.length,
    getOptionId: (index) => `${id}-${index}`,
    selectedOptionIndex: active,
    activeOptionIndex: matches.findIndex(isChosen),
    setSelectedOptionIndex: setActive,
    onSelectedOptionSubmit: take,
    onDropdownOpen: () => setActive(options.findIndex(isChosen)),
    onDropdownClose: () => setTyped(null),
  });
  const { onBlur } = field;

  return (
    <Combobox
      // `aria-controls` names the list before it is mounted.
      store={{ ...store, listId: `${id}-list` }}
      resetSelectionOnOptionHover={false}
      // Not in a portal, so that landmarks stay in order.
      withinPortal={false}
      onOptionSubmit={(chosen) => take(matches.findIndex((one) => one.value === chosen))}
      zIndex={300}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: selectClasses.dropdown ?? '' }}
    >
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          {...field}
          {...shared}
          spellCheck={false}
          value={typed ?? options.find(isChosen)?.label ?? ''}
          rightSection={<Icon name="down" size={18} />}
          rightSectionPointerEvents="none"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            store.openDropdown();
            setActive(0);
          }}
          onClick={() => {
            shared.onClick();
            store.openDropdown();
          }}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
            if (clearable && typed?.trim() === '') field.onChange(null);
            store.closeDropdown();
            onBlur();
          }}
          placeholder={placeholder}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {store.dropdownOpened && (
          <VirtualList id={id} label={props.label} choices={matches} active={active} isChosen={isChosen} />
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
