import '@mantine/core/styles/Input.layer.css';
import { ComboboxChevron, InputBase } from '@mantine/core';
import { lazy, Suspense, useId, useState, type ComponentProps } from 'react';
import classes from './Field.module.css';
import type { SelectBox } from './SelectBox.tsx';
import { untilIdle } from '../layout/when-idle.ts';

const Select = lazy(async () => {
  await untilIdle();
  return { default: (await import('./SelectBox.tsx')).SelectBox };
});

/** As the select says of itself while its list is closed. */
const CLOSED = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false } as const;

const OPENING = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp']);

/** The select takes the place of the input that had the focus. */
const focus = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true });

type LazySelectBoxProps = Pick<
  ComponentProps<typeof SelectBox>,
  'searchable' | 'limit' | 'comboboxProps' | 'onChange'
> & {
  readonly label: string;
  readonly value: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
};

/** A select of a first screen: closed it looks the same, and its list is loaded once the browser rests, or at a press. */
export function LazySelectBox({ data, ...props }: LazySelectBoxProps) {
  const id = useId();
  const [had, setHad] = useState<'focus' | 'press' | null>(null);
  const closed = (
    <InputBase
      component="input"
      id={id}
      label={props.label}
      value={data.find(({ value }) => value === props.value)?.label ?? ''}
      readOnly
      pointer={props.searchable !== true}
      {...CLOSED}
      rightSection={<ComboboxChevron size="sm" />}
      rightSectionPointerEvents="none"
      onFocus={() => setHad((before) => before ?? 'focus')}
      onBlur={() => setHad(null)}
      onPointerDown={() => setHad('press')}
      onKeyDown={({ key }) => {
        if (OPENING.has(key)) setHad('press');
      }}
      classNames={{ input: classes.input ?? '', label: classes.label ?? '' }}
    />
  );
  return (
    <Suspense fallback={closed}>
      <Select
        id={id}
        data={[...data]}
        {...props}
        ref={had === null ? undefined : focus}
        defaultDropdownOpened={had === 'press'}
      />
    </Suspense>
  );
}
