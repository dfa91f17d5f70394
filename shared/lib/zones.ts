/** Whether two known names mean one time zone, like Asia/Calcutta and Asia/Kolkata. */
export function isSameZone(one: string, other: string): boolean {
  const epoch = Temporal.Instant.fromEpochMilliseconds(0);
  return one === other || epoch.toZonedDateTimeISO(one).equals(epoch.toZonedDateTimeISO(other));
}

/** Horizon of the comparison, longer than any stretch between two changes of clocks. */
const MONTHS_COMPARED = 6;

/** Whether two known zones show different times within six months (docs/product/accounts.md#time-zone-question). */
export function haveDifferentTimes(one: string, other: string, now: Temporal.Instant): boolean {
  if (isSameZone(one, other)) return false;
  const until = now.toZonedDateTimeISO('UTC').add({ months: MONTHS_COMPARED }).toInstant();
  // Offsets change only at transitions, so comparing there and now is enough.
  const instants = [now, ...transitions(one, now, until), ...transitions(other, now, until)];
  return instants.some((at) => offsetAt(one, at) !== offsetAt(other, at));
}

const offsetAt = (zone: string, at: Temporal.Instant): number =>
  at.toZonedDateTimeISO(zone).offsetNanoseconds;

function transitions(zone: string, from: Temporal.Instant, until: Temporal.Instant): Temporal.Instant[] {
  const changes: Temporal.Instant[] = [];
  let next = from.toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  while (next !== null && Temporal.Instant.compare(next.toInstant(), until) < 0) {
    changes.push(next.toInstant());
    next = next.getTimeZoneTransition('next');
  }
  return changes;
}

/** All time zones known to this machine, sorted, plus `more`. */
export function zoneNames(...more: readonly string[]): string[] {
  const known = [...Intl.supportedValuesOf('timeZone'), 'UTC', ...more];
  return [...new Set(known)].toSorted((a, b) => (a < b ? -1 : 1));
}

/** A zone for display: "America/New York". */
export function zoneText(zone: string): string {
  return zone.replaceAll('_', ' ');
}
