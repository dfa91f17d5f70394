import { useId } from 'react';
import { WAITING } from '#shared/booking/texts-waiting.ts';
import { weekdayName } from '#shared/lib/day-names.ts';
import { zoneLabel } from '#shared/lib/time.ts';
import { useMe } from '../../lib/session.ts';
import { useTextNow } from '../../lib/use-now.ts';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import type { Configuration } from '../api.ts';
import classes from './Waiting.module.css';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** What somebody waits for. */
export interface WaitChoice {
  readonly service: string;
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

interface WaitFormProps {
  /** To choose from; none where only the times can change. */
  readonly services: Configuration['services']['servicesList'];
  readonly choice: WaitChoice;
  readonly onChange: (choice: WaitChoice) => void;
}

/** Service, days and hours of a wait. */
export function WaitForm({ services, choice, onChange }: WaitFormProps) {
  const { timezone } = useMe();
  const zone = useTextNow((now) => zoneLabel(timezone, now));
  const legend = useId();
  const { service, days, from, to } = choice;
  const toggle = (day: number) =>
    onChange({
      ...choice,
      days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b),
    });
  return (
    <div className={classes.form}>
      {services.length > 1 && (
        <SelectBox
          label={WAITING.service}
          value={service}
          data={services.map(({ id: value, label }) => ({ value, label }))}
          onChange={(value) => value !== null && onChange({ ...choice, service: value })}
        />
      )}
      <fieldset className={classes.days} aria-describedby={`${legend}-none`}>
        <legend>{WAITING.days}</legend>
        {WEEKDAYS.map((day) => {
          const weekday = weekdayName({ dayOfWeek: day });
          return (
            <button key={day} type="button" aria-pressed={days.includes(day)} onClick={() => toggle(day)}>
              {weekday.slice(0, 3)}
            </button>
          );
        })}
        <output id={`${legend}-none`}>{days.length === 0 ? WAITING.needsDay : ''}</output>
      </fieldset>
      <div className={classes.hours}>
        <PlainField
          label={WAITING.from}
          type="time"
          value={from}
          onChange={(value) => value !== '' && onChange({ ...choice, from: value })}
        />
        <PlainField
          label={WAITING.to}
          type="time"
          value={to}
          onChange={(value) => value !== '' && onChange({ ...choice, to: value })}
        />
      </div>
      <p className={classes.muted}>
        {to < from && to !== '00:00' ? `${WAITING.nextDay} ` : `${WAITING.wholeDay} `}
        {WAITING.zone(zone)}
      </p>
    </div>
  );
}
