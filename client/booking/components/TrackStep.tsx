import { useQuery } from '@tanstack/react-query';
import { shownFields } from '../../../shared/booking/rules-form.ts';
import { GENRES, SAMPLE_RATES } from '../../../shared/catalogue/rules.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { tracksQuery } from '../api.ts';
import classes from './Booking.module.css';
import { TrackCombobox } from './TrackCombobox.tsx';
import type { Booking } from './use-booking.ts';

const GENRE_OPTIONS = GENRES.map((genre) => ({ value: genre, label: genre }));

/** Track details: an existing or a new track, and what the service asks about it (part 2 section 2). */
export function TrackStep({ booking }: { booking: Booking }) {
  const { form, service, configuration } = booking;
  // Without the list of tracks a new name can still be given: its failure stops nobody.
  const { data: tracks = [] } = useQuery(tracksQuery);
  const rate = form.watch('sampleRate');
  if (!service) return null;
  const shown = shownFields(service.form);
  const offered = configuration.data?.sampleRates ?? [];
  const rates = new Set([...(offered.length > 0 ? offered : SAMPLE_RATES), ...(rate === null ? [] : [rate])]);
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => void form.handleSubmit(() => booking.goTo('session'))(event)}
    >
      {service.form.warning && service.form.warning_message !== null && (
        <Notice tone="waiting">{service.form.warning_message}</Notice>
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
      <SubmitByEnter />
    </form>
  );
}

/** Enter in a field goes on, as in any form; the button that one sees stands in the panel's footer. */
export function SubmitByEnter() {
  return <input type="submit" hidden />;
}
