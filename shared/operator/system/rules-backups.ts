/** Of how many days, weeks and months the last backup is kept. */
export interface KeptPeriods {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

const dayOf = (at: Temporal.Instant): Temporal.PlainDate => at.toZonedDateTimeISO('UTC').toPlainDate();

const PERIODS: Readonly<Record<keyof KeptPeriods, (day: Temporal.PlainDate) => string>> = {
  daily: (day) => day.toString(),
  // The Monday names the week: a week's number begins anew within a year's last days.
  weekly: (day) => day.subtract({ days: day.dayOfWeek - 1 }).toString(),
  monthly: (day) => day.toPlainYearMonth().toString(),
};

/**
 * Of backups, those that are kept, the newest first: the last one of each of the last so many days, ISO weeks and months
 * of UTC that have any (docs/product/operator.md#kept-backups).
 */
export function keptBackups(taken: readonly Temporal.Instant[], keep: KeptPeriods): Temporal.Instant[] {
  const newestFirst = taken.toSorted((a, b) => Temporal.Instant.compare(b, a));
  const kept = new Set<Temporal.Instant>();
  for (const [period, nameOf] of Object.entries(PERIODS)) {
    const names = new Set<string>();
    for (const at of newestFirst) {
      const name = nameOf(dayOf(at));
      if (names.has(name)) continue;
      if (names.size === keep[period as keyof KeptPeriods]) break;
      names.add(name);
      kept.add(at);
    }
  }
  return newestFirst.filter((at) => kept.has(at));
}

/** The last time at or before now that a backup is planned for. */
function lastPlanned(now: Temporal.Instant, at: Temporal.PlainTime): Temporal.Instant {
  const today = dayOf(now);
  const planned = today.toZonedDateTime({ timeZone: 'UTC', plainTime: at }).toInstant();
  return Temporal.Instant.compare(planned, now) <= 0 ? planned : planned.subtract({ hours: 24 });
}

/** The next time after now that a backup is planned for. */
export const nextPlanned = (now: Temporal.Instant, at: Temporal.PlainTime): Temporal.Instant =>
  lastPlanned(now, at).add({ hours: 24 });

/** Between a backup that failed and the next try. */
const RETRY_MINUTES = 30;

/** The last backup that was begun, for the time that it was planned for. */
export interface BegunBackup {
  readonly planned_for: Temporal.Instant;
  /** null while it runs, and of one that was killed. */
  readonly ended_at: Temporal.Instant | null;
  readonly failure: string | null;
}

/**
 * The planned time whose backup is due, given the last one that was begun while none runs; null: none is due. One that
 * was killed is due at once, one that failed after 30 minutes (docs/product/operator.md#scheduled-backups).
 */
export function dueBackup(
  now: Temporal.Instant,
  at: Temporal.PlainTime,
  last: BegunBackup | null,
): Temporal.Instant | null {
  const planned = lastPlanned(now, at);
  if (last === null || last.ended_at === null) return planned;
  if (last.failure === null) return Temporal.Instant.compare(last.planned_for, planned) >= 0 ? null : planned;
  const again = last.ended_at.add({ minutes: RETRY_MINUTES });
  return Temporal.Instant.compare(again, now) <= 0 ? planned : null;
}

const NAME = /^talkback-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z$/;

/** The name of the backup of a planned time, such as `talkback-20261124T0230Z`. */
export const backupName = (planned: Temporal.Instant): string =>
  `talkback-${planned.toString({ smallestUnit: 'minute' }).replaceAll(/[-:]/g, '')}`;

/** The planned time that a backup is named by; null for any other name. */
export function plannedOf(name: string): Temporal.Instant | null {
  const [, year, month, day, hour, minute] = NAME.exec(name) ?? [];
  if (year === undefined) return null;
  try {
    return Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}Z`);
  } catch {
    return null;
  }
}
