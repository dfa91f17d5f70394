import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { type FormFlags, shownFields } from '#shared/booking/rules-form.ts';
import { GENRES, SAMPLE_RATES } from '#shared/catalogue/rules.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { tracksQuery } from '../api.ts';
import type { BookingForm, FormContext } from '../form/booking-form.ts';
import classes from '../form/Booking.module.css';
import { OptionFields } from './OptionFields.tsx';
import { TrackCombobox } from './TrackCombobox.tsx';

const GENRE_OPTIONS = GENRES.map((genre) => ({ value: genre, label: genre }));

interface TrackFieldsProps {
  readonly form: UseFormReturn<BookingForm, FormContext>;
  /** The service's form flags and its warning. */
  readonly flags: FormFlags & { readonly warning?: boolean; readonly warning_message?: string | null };
  /** The rates that the musician offers; empty: the usual ones. */
  readonly sampleRates: readonly string[];
}

/** The fields of a track, existing or new, as far as the service shows them. */
export function TrackFields({ form, flags, sampleRates }: TrackFieldsProps) {
  // Without the list of tracks a new name can still be typed.
  const { data: tracks = [] } = useQuery(tracksQuery);
  const rate = form.watch('sampleRate');
  const shown = shownFields(flags);
  const offered = sampleRates.length > 0 ? sampleRates : SAMPLE_RATES;
  const rates = new Set([...offered, ...(rate === null ? [] : [rate])]);
  return (
    <>
      {flags.warning === true && flags.warning_message != null && (
        <Notice tone="waiting">{flags.warning_message}</Notice>
      )}
      <TrackCombobox form={form} tracks={tracks} />
      {shown.has('track_genre') && (
        <SelectField
          form={form}
          name="track_genre"
          label="Genre"
          options={GENRE_OPTIONS}
          placeholder="Choose a genre"
          searchable
          clearable
        />
      )}
      {shown.has('reference_track') && (
        <TextField
          form={form}
          name="reference_track"
          label="Reference track"
          hint="A link to a song that sounds the way you want yours to."
          inputMode="url"
          placeholder="https://"
        />
      )}
      {(shown.has('meter') || shown.has('bpm')) && (
        <div className={classes.pair}>
          {shown.has('meter') && <TextField form={form} name="meter" label="Meter" placeholder="4/4" />}
          {shown.has('bpm') && <TextField form={form} name="bpm" label="BPM" placeholder="120" />}
        </div>
      )}
      {shown.has('sample_rate') && (
        <SelectField
          form={form}
          name="sampleRate"
          label="Sample rate"
          options={[...rates].map((value) => ({ value, label: `${value}, 24-bit` }))}
          placeholder="Choose a sample rate"
          clearable
        />
      )}
      <OptionFields form={form} flags={flags} />
    </>
  );
}
