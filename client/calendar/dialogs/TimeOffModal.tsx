import { useState } from 'react';
import { monthName } from '#shared/lib/day-names.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { Toggle } from '../../ui/form/Toggle.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { useCalendarSource, type Change, type Schedule } from '../source.ts';
import { ChangeModal } from './ChangeModal.tsx';
import classes from './ChangeModal.module.css';

type Off = Schedule['time_off'][number];
/** The fields of the form, as they are typed. */
export interface TimeOffFields {
  readonly id?: string;
  readonly from_day: string;
  readonly to_day: string;
  readonly hours: boolean;
  readonly from_time: string;
  readonly to_time: string;
  readonly every_year: boolean;
  readonly note: string;
}

interface TimeOffModalProps {
  readonly schedule: Schedule;
  /** What the form begins with; without it the list is shown. */
  readonly asked?: Partial<TimeOffFields> | undefined;
  readonly onClose: () => void;
}

type Step =
  | { readonly to: 'list' }
  | { readonly to: 'form'; readonly fields: TimeOffFields }
  | { readonly to: 'remove'; readonly off: Off };

/** Time off: the list, adding, changing, taking back (docs/product/calendar.md#time-off). */
export function TimeOffModal({ schedule, asked, onClose }: TimeOffModalProps) {
  const blank: TimeOffFields = {
    from_day: schedule.today,
    to_day: schedule.today,
    hours: false,
    from_time: '09:00',
    to_time: '12:00',
    every_year: false,
    note: '',
  };
  const isFirst = schedule.time_off.length === 0;
  const [step, setStep] = useState<Step>(
    asked !== undefined || isFirst ? { to: 'form', fields: { ...blank, ...asked } } : { to: 'list' },
  );
  if (step.to === 'form')
    return <TimeOffForm key="form" schedule={schedule} fields={step.fields} onClose={onClose} />;
  if (step.to === 'remove')
    return (
      <ChangeModal
        key="remove"
        title="Take back time off"
        subtitle={timeOffName(step.off)}
        schedule={schedule}
        change={{ kind: 'remove_time_off', id: step.off.id }}
        action="Take back"
        said="Time off taken back."
        onClose={onClose}
      />
    );
  return (
    <Modal
      title="Time off"
      onClose={onClose}
      footer={<Button onClick={() => setStep({ to: 'form', fields: blank })}>Add time off</Button>}
    >
      <ul className={classes.list}>
        {schedule.time_off.map((off) => (
          <li key={off.id}>
            <div>
              {timeOffName(off)}
              {off.note !== '' && (
                <>
                  <br />
                  <span>{off.note}</span>
                </>
              )}
            </div>
            <div>
              <Button kind="quiet" onClick={() => setStep({ to: 'form', fields: fieldsOf(off) })}>
                Change
              </Button>
              <IconButton
                icon="close"
                label={`Take back ${timeOffName(off)}`}
                onClick={() => setStep({ to: 'remove', off })}
              />
            </div>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function TimeOffForm({
  schedule,
  fields: first,
  onClose,
}: {
  readonly schedule: Schedule;
  readonly fields: TimeOffFields;
  readonly onClose: () => void;
}) {
  const { texts } = useCalendarSource();
  const [fields, setFields] = useState(first);
  const set = (more: Partial<TimeOffFields>) => setFields((before) => ({ ...before, ...more }));
  const isNew = fields.id === undefined;
  return (
    <ChangeModal
      title={isNew ? 'Take time off' : 'Change time off'}
      subtitle={`What is booked stays booked. Times are in ${schedule.zone.replaceAll('_', ' ')}.`}
      schedule={schedule}
      change={changeOf(fields)}
      action={isNew ? 'Take time off' : 'Save'}
      said={isNew ? texts.timeOffTaken : 'Time off changed.'}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <PlainField
          label="First day"
          type="date"
          value={fields.from_day}
          onChange={(from_day) =>
            set({ from_day, ...(fields.to_day < from_day && from_day !== '' && { to_day: from_day }) })
          }
        />
        <PlainField
          label="Last day"
          type="date"
          min={fields.from_day}
          value={fields.to_day}
          onChange={(to_day) => set({ to_day })}
        />
      </div>
      <Toggle
        label="Only some hours"
        hint="The same hours on each of these days."
        on={fields.hours}
        onChange={(hours) => set({ hours })}
      />
      {fields.hours && (
        <div className={classes.pair}>
          <PlainField
            label="From"
            type="time"
            step={300}
            value={fields.from_time}
            onChange={(from_time) => set({ from_time })}
          />
          <PlainField
            label="Until"
            hint="Empty: until midnight"
            type="time"
            step={300}
            value={fields.to_time}
            onChange={(to_time) => set({ to_time })}
          />
        </div>
      )}
      <Toggle
        label="Every year"
        hint="For birthdays and holidays. 29 February is 28 February in other years."
        on={fields.every_year}
        onChange={(every_year) => set({ every_year })}
      />
      <PlainField
        label="Note"
        hint={texts.noteHint}
        maxLength={200}
        value={fields.note}
        onChange={(note) => set({ note })}
      />
    </ChangeModal>
  );
}

function fieldsOf(off: Off): TimeOffFields {
  const { from_time, to_time, ...rest } = off;
  return {
    ...rest,
    hours: from_time !== null || to_time !== null,
    from_time: from_time ?? '',
    to_time: to_time ?? '',
  };
}

const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day);

/** The change of a form; null while a day is missing. */
function changeOf({ id, hours, from_time, to_time, ...rest }: TimeOffFields): Change | null {
  if (!isDay(rest.from_day) || !isDay(rest.to_day)) return null;
  const time = (text: string) => (hours && text !== '' ? text : null);
  return {
    kind: 'time_off',
    ...rest,
    ...(id !== undefined && { id }),
    from_time: time(from_time),
    to_time: time(to_time),
  };
}

/** "24 to 26 December 2026, 09:00 to 12:00, every year". */
function timeOffName({ from_day, to_day, from_time, to_time, every_year }: Off): string {
  const [from, to] = [from_day, to_day].map((day) => Temporal.PlainDate.from(day));
  const name = (day: Temporal.PlainDate | undefined) =>
    day === undefined ? '' : `${day.day} ${monthName(day)}${every_year ? '' : ` ${day.year}`}`;
  const days = from_day === to_day ? name(from) : `${name(from)} to ${name(to)}`;
  const hours =
    from_time === null && to_time === null ? '' : `, ${from_time ?? '00:00'} to ${to_time ?? 'midnight'}`;
  return `${days}${hours}${every_year ? ', every year' : ''}`;
}
