import { useState } from 'react';
import { shortDate } from '#shared/lib/day-names.ts';
import { startOfWeek } from '#shared/lib/time.ts';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import type { Schedule } from '../source.ts';
import { ChangeModal } from './ChangeModal.tsx';
import classes from './ChangeModal.module.css';

interface CopyWeekModalProps {
  readonly schedule: Schedule;
  /** The Monday of the week that is shown. */
  readonly week: Temporal.PlainDate;
  readonly onClose: () => void;
}

const WEEKS = 10;
const name = (monday: Temporal.PlainDate) => `${shortDate(monday)} to ${shortDate(monday.add({ days: 6 }))}`;

const option = (one: Temporal.PlainDate) => ({ value: one.toString(), label: name(one) });

/** Offers a week's times in another week, too (docs/product/calendar.md#copying-a-week). */
export function CopyWeekModal({ schedule, week, onClose }: CopyWeekModalProps) {
  const monday = startOfWeek(Temporal.PlainDate.from(schedule.today));
  const coming = Array.from({ length: WEEKS }, (_, n) => monday.add({ weeks: n }));
  const sources = coming.some((one) => one.equals(week)) ? coming : [week, ...coming];
  const [from, setFrom] = useState(week.toString());
  const [to, setTo] = useState<string | null>(null);
  return (
    <ChangeModal
      title="Copy a week"
      subtitle="What the other week has already is not doubled."
      schedule={schedule}
      change={to === null ? null : { kind: 'copy_week', from_week: from, to_week: to }}
      action="Copy"
      said="The week is copied."
      onClose={onClose}
    >
      <div className={classes.pair}>
        <SelectBox
          label="The week of"
          value={from}
          data={sources.map(option)}
          onChange={(value) => setFrom(value ?? from)}
        />
        <SelectBox
          label="To the week of"
          placeholder="Choose..."
          value={to}
          data={coming.filter((one) => one.toString() !== from).map(option)}
          onChange={setTo}
        />
      </div>
    </ChangeModal>
  );
}
