import { useEffect } from 'react';
import { attendanceOptions, MESSAGE_MAX, shownFields } from '../../../shared/booking/rules-form.ts';
import { DELIVERABLES } from '../../../shared/catalogue/rules.ts';
import { characters } from '../../../shared/lib/text.ts';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import type { Partner } from '../api.ts';
import { formatsOf } from './booking-form.ts';
import classes from './Booking.module.css';
import { SubmitByEnter } from './TrackStep.tsx';
import type { Booking } from './use-booking.ts';

/** Session details: in which form the files come back, whether one listens in, and a message (part 2 section 2). */
export function DetailsStep({ booking, partner }: { booking: Booking; partner: Partner }) {
  const { form, service, configuration } = booking;
  const formats = formatsOf(configuration.data?.deliverables ?? []);
  const offline = partner.sessions_type === 'offline' || service?.session_type === 'offline';
  const [chosenFormat, attendance, message] = form.watch(['files_format', 'attendance', 'message']);
  const written = characters(message);
  const format = formats.find((one) => one === DELIVERABLES[0]) ?? formats[0] ?? null;
  useEffect(() => {
    if (chosenFormat === null && format !== null) form.setValue('files_format', format);
    if (offline && attendance !== 'no') form.setValue('attendance', 'no');
  }, [chosenFormat, format, offline, attendance, form]);

  if (!service) return null;
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => void form.handleSubmit(() => booking.goTo('review'))(event)}
    >
      {shownFields(service.form).has('deliverables') && (
        <SelectField
          form={form}
          name="files_format"
          label="Deliverables"
          hint="How you would like to get your files."
          options={formats.map((value) => ({ value, label: value }))}
        />
      )}
      <RadioCards
        form={form}
        name="attendance"
        label="Will you attend the livestream?"
        options={attendanceOptions(offline ? 'offline' : service.session_type).map(({ value, label }) => ({
          value: value ? 'yes' : 'no',
          title: label,
          text: WHY[value ? 'yes' : offline ? 'offline' : 'no'],
        }))}
      />
      <div>
        <TextareaField
          form={form}
          name="message"
          label={`Message to ${partner.name}`}
          hint="Anything that helps: the part you hear, what to avoid, where to look."
          rows={4}
        />
        <p className={classes.counter} data-over={written > MESSAGE_MAX || undefined}>
          {written} of {MESSAGE_MAX}
        </p>
      </div>
      <SubmitByEnter />
    </form>
  );
}

const WHY = {
  yes: 'You listen in and say what you think between takes.',
  no: 'You get the files when the session is over.',
  offline: 'The work happens on its own time; you get the files when it is done.',
} as const;
