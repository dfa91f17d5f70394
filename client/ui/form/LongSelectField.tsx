import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, TextInput, useVirtualizedCombobox } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from './fields.ts';
import { findChoices, type Choice } from './find-choices.ts';
import { Icon } from './Icon.tsx';
import { LongList } from './LongList.tsx';
import selectClasses from './SelectField.module.css';
import { useField } from './use-field.ts';

interface LongSelectFieldProps<V extends FieldValues, C, S> extends FieldProps<V, C, S> {
  readonly options: readonly Choice[];
  readonly placeholder?: string;
  /** Emptying the field chooses nothing. */
  readonly clearable?: boolean;
}

/**
 * One of hundreds in a form: type to find, and only the rows in sight are drawn. Its value is the option's value, or null
 * when nothing is chosen.
 */
export function LongSelectField<V extends FieldValues, C, S>(props: LongSelectFieldProps<V, C, S>) {
  const { options, placeholder, clearable = false } = props;
  const { field, shared } = useField(props);
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const found = useMemo(() => findChoices(options, typed ?? ''), [options, typed]);
  const value: unknown = field.value ?? null;
  const isChosen = (choice: Choice) => choice.value === value;

  const take = (index: number) => {
    const choice = found[index];
    if (choice !== undefined) field.onChange(choice.value);
    store.closeDropdown();
  };
  const store = useVirtualizedCombobox({
    totalOptionsCount: found.length,
    getOptionId: (index) => `${id}-${index}`,
    selectedOptionIndex: active,
    activeOptionIndex: found.findIndex(isChosen),
    setSelectedOptionIndex: setActive,
    onSelectedOptionSubmit: take,
    onDropdownOpen: () => setActive(options.findIndex(isChosen)),
    onDropdownClose: () => setTyped(null),
  });
  const { onBlur } = field;

  return (
    <Combobox
      // The list's name is known before it is there, so that the field says at once what it opens.
      store={{ ...store, listId: `${id}-list` }}
      resetSelectionOnOptionHover={false}
      // Beside its field, for those who go by landmarks.
      withinPortal={false}
      onOptionSubmit={(chosen) => take(found.findIndex((one) => one.value === chosen))}
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
          {...(placeholder === undefined ? {} : { placeholder })}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {store.dropdownOpened && (
          <LongList id={id} label={props.label} choices={found} active={active} isChosen={isChosen} />
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
