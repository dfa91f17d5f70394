import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FILTERS } from '#shared/explore/texts.ts';
import { daysFrom, formatDay, startOfDay } from '#shared/lib/time.ts';
import { useToday } from '../../lib/use-now.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { availabilityQuery } from '../api.ts';
import classes from './FreeDays.module.css';

const DAYS = 14;

interface FreeDaysProps {
  readonly musicianId: string;
  readonly name: string;
  /** The reader's own zone, by whose days the server counts. */
  readonly zone: string;
}

/** On request: the next two weeks of a musician, each day with how many free times it has. */
export function FreeDays({ musicianId, name, zone }: FreeDaysProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes.days}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {FILTERS.freeDays}
        <VisuallyHidden> of {name}</VisuallyHidden>
        <Icon name={isOpen ? 'minus' : 'down'} size={16} />
      </button>
      <div id={id}>{isOpen && <Strip musicianId={musicianId} zone={zone} />}</div>
    </div>
  );
}

function Strip({ musicianId, zone }: Omit<FreeDaysProps, 'name'>) {
  const { data, isError } = useQuery(availabilityQuery(musicianId, DAYS));
  const free = new Map(data?.map(({ date, slots }) => [date, slots]));
  const days = daysFrom(useToday(zone), DAYS);
  if (isError) return <p className={classes.note}>{FILTERS.freeDaysFailed}</p>;
  if (data !== undefined && !days.some((day) => free.has(day.toString())))
    return <p className={classes.note}>{FILTERS.noFreeDays}</p>;
  return (
    <ol className={classes.strip} aria-busy={data === undefined}>
      {days.map((day) => {
        const slots = free.get(day.toString()) ?? 0;
        const text = formatDay(startOfDay(day, zone), zone);
        return (
          <li key={day.toString()} data-free={slots > 0 || undefined}>
            <span aria-hidden="true">{text.slice(0, 2)}</span>
            <span aria-hidden="true" className={classes.number}>
              {day.day}
            </span>
            <VisuallyHidden>
              {text}: {FILTERS.freeTimes(slots)}
            </VisuallyHidden>
          </li>
        );
      })}
    </ol>
  );
}
