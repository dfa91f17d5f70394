/** Whether two names stand for one time zone, as Asia/Calcutta and Asia/Kolkata do. Both must be known here. */
export function isSameZone(one: string, other: string): boolean {
  const epoch = Temporal.Instant.fromEpochMilliseconds(0);
  return one === other || epoch.toZonedDateTimeISO(one).equals(epoch.toZonedDateTimeISO(other));
}

/** "The full list of time zone names" that this machine knows, by name; `more` are in it whatever it knows. */
export function zoneNames(...more: readonly string[]): string[] {
  const known = [...Intl.supportedValuesOf('timeZone'), 'UTC', ...more];
  return [...new Set(known)].toSorted((a, b) => (a < b ? -1 : 1));
}

/** A zone as people read it: "America/New York". */
export function zoneText(zone: string): string {
  return zone.replaceAll('_', ' ');
}
