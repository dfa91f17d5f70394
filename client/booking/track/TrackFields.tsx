import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { type FormFlags, shownFields } from '../../../shared/booking/rules-form.ts';
import { GENRES, SAMPLE_RATES } from '../../../shared/catalogue/rules.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { tracksQuery } from '../api.ts';
import type { BookingForm, FormContext } from './booking-form.ts';
import classes from './Booking.module.css';
import { TrackCombobox } from './TrackCombobox.tsx';

const GENRE_OPTIONS = GENRES.map((genre) => ({ value: genre, label: genre }));

interface TrackFieldsProps {
  readonly form: UseFormReturn<BookingForm, FormContext>;
  /** Which fields the service asks for, and what it warns of. */
  readonly flags: FormFlags & { readonly warning?: boolean; readonly warning_message?: string | null };
  /** The rates that the musician offers; empty: the usual ones. */
  readonly sampleRates: readonly string[];
}

/** The track's fields: an existing or a new track, and what the service asks about it. */
export function TrackFields({ form, flags, sampleRates }: TrackFieldsProps) {
  // Without the list of tracks a new name can still be given: its failure stops nobody.
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
    </>
  );
}
