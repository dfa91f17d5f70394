import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { attendanceOptions, type FormFlags, shownFields } from '#shared/booking/rules-form.ts';
import { RadioCards } from '../../ui/form/RadioCards.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { type BookingForm, type FormContext, defaultFormat, formatsOf } from './booking-form.ts';

interface DetailsFieldsProps {
  readonly form: UseFormReturn<BookingForm, FormContext>;
  readonly flags: FormFlags;
  readonly sessionType: 'offline' | 'live' | 'all';
  /** The formats that the musician offers; empty: the default one. */
  readonly deliverables: readonly string[];
}

/** Deliverables and attendance. */
export function DetailsFields({ form, flags, sessionType, deliverables }: DetailsFieldsProps) {
  const offered = formatsOf(deliverables);
  const offline = sessionType === 'offline';
  const [chosenFormat, attendance] = form.watch(['files_format', 'attendance']);
  const format = defaultFormat(deliverables);
  useEffect(() => {
    if (chosenFormat === null && format !== null) form.setValue('files_format', format);
    if (offline && attendance !== 'no') form.setValue('attendance', 'no');
  }, [chosenFormat, format, offline, attendance, form]);

  // A format that is no longer offered remains selectable where it was chosen.
  const formats = new Set([...offered, ...(chosenFormat === null ? [] : [chosenFormat])]);
  return (
    <>
      {shownFields(flags).has('deliverables') && (
        <SelectField
          form={form}
          name="files_format"
          label="Deliverables"
          hint="How you would like to get your files."
          options={[...formats].map((value) => ({ value, label: value }))}
        />
      )}
      <RadioCards
        form={form}
        name="attendance"
        label="Will you attend the livestream?"
        options={attendanceOptions(sessionType).map(({ value, label }) => ({
          value: value ? 'yes' : 'no',
          title: label,
          text: ATTENDANCE_HINTS[value ? 'yes' : offline ? 'offline' : 'no'],
        }))}
      />
    </>
  );
}

const ATTENDANCE_HINTS = {
  yes: 'Listen in and give notes between takes.',
  no: 'You get the files after the session.',
  offline: 'The musician works on their own time and sends you the files.',
} as const;
