import { formatDay, formatTime, zoneLabel } from '#shared/lib/time.ts';
import { Hint } from '../../ui/overlay/Tooltip.tsx';

interface OtherZoneProps {
  readonly at: Temporal.Instant;
  /** The reader's zone. */
  readonly zone: string;
  /** The other side, whose clock may differ. */
  readonly other: { readonly name: string; readonly timezone: string };
}

/** A time as HH:mm in the reader's zone; hover, focus or tap shows the other side's time where it differs. */
export function OtherZone({ at, zone, other }: OtherZoneProps) {
  const time = <time dateTime={at.toString()}>{formatTime(at, zone)}</time>;
  const otherTime = `${formatDay(at, other.timezone)}, ${formatTime(at, other.timezone)}`;
  if (otherTime === `${formatDay(at, zone)}, ${formatTime(at, zone)}`) return time;
  return <Hint label={`For ${other.name}: ${otherTime}, ${zoneLabel(other.timezone, at)}`}>{time}</Hint>;
}
