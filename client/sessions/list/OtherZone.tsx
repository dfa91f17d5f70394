import { formatDay, formatTime, zoneLabel } from '../../../shared/lib/time.ts';
import { Hint } from '../../ui/Tooltip.tsx';

interface OtherZoneProps {
  readonly at: Temporal.Instant;
  /** The reader's zone. */
  readonly zone: string;
  /** The other side, whose clock may show something else. */
  readonly other: { readonly name: string; readonly timezone: string };
}

/** A time as HH:mm in the reader's zone; what the other side's clock shows on hover, focus and tap. */
export function OtherZone({ at, zone, other }: OtherZoneProps) {
  const time = <time dateTime={at.toString()}>{formatTime(at, zone)}</time>;
  const theirs = `${formatDay(at, other.timezone)}, ${formatTime(at, other.timezone)}`;
  if (theirs === `${formatDay(at, zone)}, ${formatTime(at, zone)}`) return time;
  return <Hint label={`For ${other.name}: ${theirs}, ${zoneLabel(other.timezone, at)}`}>{time}</Hint>;
}
