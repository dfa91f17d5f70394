import { formatDay, formatTime } from '#shared/lib/time.ts';
import { creditsText } from '#shared/operator/texts-people.ts';
import { SelectBox } from '../ui/form/SelectBox.tsx';

interface Time {
  readonly starts_at: string;
  readonly ends_at: string;
  /** In credits. */
  readonly price?: number;
}

interface TimeSelectProps {
  /** undefined: they load. */
  readonly times: readonly Time[] | undefined;
  readonly zone: string;
  readonly value: string | null;
  readonly disabled?: boolean;
  readonly error?: string | null;
  readonly onChange: (starts_at: string | null) => void;
}

/** "Tue 24 Nov 26, 14:00 to 14:30". */
export function timeText({ starts_at, ends_at }: Time, zone: string): string {
  const [start, end] = [Temporal.Instant.from(starts_at), Temporal.Instant.from(ends_at)];
  return `${formatDay(start, zone)}, ${formatTime(start, zone)} to ${formatTime(end, zone)}`;
}

/** A compact list of the times that can be booked; typing narrows it. */
export function TimeSelect({ times, zone, value, disabled, error, onChange }: TimeSelectProps) {
  const data = (times ?? []).map((time) => ({
    value: time.starts_at,
    label: timeText(time, zone) + (time.price === undefined ? '' : `, ${creditsText(time.price)}`),
  }));
  return (
    <SelectBox
      label="Time"
      description={`In your time zone, ${zone.replaceAll('_', ' ')}.`}
      placeholder={placeholderOf(times, disabled)}
      data={data}
      searchable
      disabled={disabled === true || times === undefined || times.length === 0}
      error={error}
      value={value}
      onChange={onChange}
    />
  );
}

function placeholderOf(times: TimeSelectProps['times'], disabled: boolean | undefined): string {
  if (disabled === true) return 'Choose the service first';
  if (times === undefined) return 'Loading the times…';
  return times.length === 0 ? 'No free time' : 'Choose a time';
}
