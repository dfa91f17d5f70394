import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import type { Track } from '#shared/sessions/contract.ts';
import { useField } from '../../ui/form/use-field.ts';
import {
  type BookingForm,
  fillFrom,
  type FormContext,
  trackNamed,
  withNewTrack,
} from '../form/booking-form.ts';
import classes from './TrackCombobox.module.css';

/** Prefix of options that are typed names, not tracks. */
const NEW = 'new:';

interface TrackComboboxProps {
  readonly form: UseFormReturn<BookingForm, FormContext>;
  readonly tracks: readonly Track[];
}

/** Chooses an existing track or takes a new name (docs/product/booking.md#new-track). */
export function TrackCombobox({ form, tracks }: TrackComboboxProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { field, shared } = useField({
    form,
    name: 'track_title',
    label: 'Track',
    hint:
      tracks.length > 0
        ? 'Choose one of your tracks, or name a new one.'
        : 'Which track is this session for?',
  });
  const [id, text, names] = form.watch(['track_id', 'track_title', 'new_tracks']);
  const searchText = text.trim().toLowerCase();
  const known = tracks.find((track) => track.id === id);
  const isTyped = names.some((name) => name.toLowerCase() === searchText);
  // With a track chosen, all are shown as alternatives.
  const matches = (name: string) => known !== undefined || isTyped || name.toLowerCase().includes(searchText);
  const shown = tracks.filter(({ title }) => matches(title));
  const typed = names.filter(matches);
  const isNew = searchText !== '' && !isTyped && trackNamed(text, tracks) === undefined;

  const selectTrack = (track: Track) => {
    for (const [name, value] of Object.entries(fillFrom(track)) as [keyof BookingForm, string | null][]) {
      form.setValue(name, value, { shouldDirty: true });
    }
    form.clearErrors();
  };
  const submit = (value: string) => {
    const track = tracks.find((one) => one.id === value);
    if (track) selectTrack(track);
    else if (value.startsWith(NEW)) {
      form.setValue('track_id', '');
      form.setValue('track_title', value.slice(NEW.length), { shouldDirty: true });
      form.clearErrors('track_title');
    }
    combobox.closeDropdown();
  };
  /** Turns the typed name into an option: an existing track of that name, or a new one. */
  const commitName = () => {
    combobox.closeDropdown();
    field.onBlur();
    const track = known ?? trackNamed(text, tracks);
    if (track && track.id !== id) selectTrack(track);
    const more = withNewTrack(names, text, tracks);
    if (more !== names) form.setValue('new_tracks', [...more]);
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
          onBlur={commitName}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={shown.length === 0 && typed.length === 0 && !isNew}>
        <Combobox.Options mah={280} className={classes.options ?? ''}>
          {shown.map((track) => (
            <Combobox.Option key={track.id} value={track.id} active={track.id === id}>
              {track.title}
              {track.track_genre !== null && <span className={classes.genre}>{track.track_genre}</span>}
            </Combobox.Option>
          ))}
          {[...typed, ...(isNew ? [text.trim()] : [])].map((name) => (
            <Combobox.Option
              key={name}
              value={NEW + name}
              active={id === '' && name.toLowerCase() === searchText}
            >
              {name}
              <span className={classes.genre}>New track</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
