import { useState } from 'react';
import { timeOf } from '#shared/calendar/rules-hours.ts';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { useCalendarSource, type Change, type Schedule } from '../source.ts';
import { kindNames } from '../kind-names.ts';
import { ChangeModal } from './ChangeModal.tsx';
import classes from './ChangeModal.module.css';

interface OfferModalProps {
  readonly schedule: Schedule;
  readonly day: string;
  /** The minute of the day. */
  readonly minute: number;
  readonly onClose: () => void;
}

const MOST = 12;

/** Offers single slots, one or several in a row (docs/product/calendar.md#offers). */
export function OfferModal({ schedule, onClose, ...asked }: OfferModalProps) {
  const { kinds, zone, today } = schedule;
  const { texts } = useCalendarSource();
  const [day, setDay] = useState(asked.day);
  const [time, setTime] = useState(timeOf(asked.minute));
  const [chosen, setChosen] = useState('0');
  const [count, setCount] = useState('1');
  const nameOf = kindNames(kinds);
  const kind = kinds[Number(chosen)];
  const change = kind === undefined ? null : offersFrom({ day, time, zone, count: Number(count), kind });
  return (
    <ChangeModal
      title="Offer a time"
      subtitle={`${texts.besideHours} Times are in ${zone.replaceAll('_', ' ')}.`}
      schedule={schedule}
      change={change}
      action="Offer"
      said={texts.offered(Number(count))}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <PlainField label="Day" type="date" min={today} value={day} onChange={setDay} />
        <PlainField label="From" type="time" step={300} value={time} onChange={setTime} />
      </div>
      {kinds.length > 1 && (
        <SelectBox
          label="For"
          value={chosen}
          data={kinds.map((one, n) => ({ value: String(n), label: nameOf(one) }))}
          onChange={(value) => setChosen(value ?? '0')}
        />
      )}
      <SelectBox
        label="Slots in a row"
        value={count}
        data={Array.from({ length: MOST }, (_, n) => ({
          value: String(n + 1),
          label: `${n + 1} (${(n + 1) * (kind?.unit_minutes ?? 30)} minutes)`,
        }))}
        onChange={(value) => setCount(value ?? '1')}
      />
    </ChangeModal>
  );
}

interface OfferedTimes {
  readonly day: string;
  readonly time: string;
  readonly zone: string;
  readonly count: number;
  readonly kind: Schedule['kinds'][number];
}

/** The offers of a form; null while a field is not filled in. */
function offersFrom({ day, time, zone, count, kind }: OfferedTimes): Change | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(time)) return null;
  const start = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant();
  const { category, unit_minutes } = kind;
  return {
    kind: 'offer',
    offers: Array.from({ length: count }, (_, n) => ({
      starts_at: start.add({ minutes: n * unit_minutes }).toString(),
      unit_minutes,
      category,
    })),
  };
}
