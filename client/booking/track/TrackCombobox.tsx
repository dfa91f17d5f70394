import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import type { Track } from '../../../shared/sessions/contract.ts';
import { useField } from '../../ui/use-field.ts';
import { type BookingForm, fillFrom, type FormContext, trackNamed } from './booking-form.ts';
import classes from './TrackCombobox.module.css';

interface TrackComboboxProps {
  readonly form: UseFormReturn<BookingForm, FormContext>;
  readonly tracks: readonly Track[];
}

/** An existing track or a new name: the name becomes a track once the booking is confirmed (part 2 section 5). */
export function TrackCombobox({ form, tracks }: TrackComboboxProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { field, shared } = useField({
    form,
    name: 'track_title',
    label: 'Track',
    hint:
      tracks.length > 0
        ? 'Choose one of your tracks, or name a new one.'
        : 'Name the track that the session is for.',
  });
  const text = field.value ?? '';
  const [id] = form.watch(['track_id']);
  const wanted = text.trim().toLowerCase();
  const known = tracks.find((track) => track.id === id);
  const shown = known ? tracks : tracks.filter(({ title }) => title.toLowerCase().includes(wanted));
  const isNew = wanted !== '' && trackNamed(text, tracks) === undefined;

  const take = (track: Track) => {
    for (const [name, value] of Object.entries(fillFrom(track)) as [keyof BookingForm, string | null][]) {
      form.setValue(name, value, { shouldDirty: true });
    }
    form.clearErrors();
  };
  const submit = (value: string) => {
    const track = tracks.find((one) => one.id === value);
    if (track) take(track);
    else form.setValue('track_id', '');
    combobox.closeDropdown();
  };
  /** What was typed is an option from now on: an existing track of that name, or a new one. */
  const settle = () => {
    combobox.closeDropdown();
    field.onBlur();
    const track = known ?? trackNamed(text, tracks);
    if (track && track.id !== id) take(track);
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={submit}
      zIndex={300}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.dropdown ?? '', option: classes.option ?? '' }}
    >
      <Combobox.Target targetType="input" withAriaAttributes>
        <TextInput
          {...field}
          {...shared}
          value={text}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            field.onChange(currentTarget.value);
            if (id !== '') form.setValue('track_id', '');
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onClick={() => {
            shared.onClick();
            combobox.openDropdown();
          }}
          onFocus={() => combobox.updateSelectedOptionIndex()}
          onBlur={settle}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={shown.length === 0 && !isNew}>
        <Combobox.Options mah={280} className={classes.options ?? ''}>
          {shown.map((track) => (
            <Combobox.Option key={track.id} value={track.id} active={track.id === id}>
              {track.title}
              {track.track_genre !== null && <span className={classes.genre}>{track.track_genre}</span>}
            </Combobox.Option>
          ))}
          {isNew && (
            <Combobox.Option value="new">
              {text.trim()}
              <span className={classes.genre}>New track</span>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
