interface Slot {
  readonly id: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

const DAY_HOURS = 24;
/** Limits such as 48 hours before the start or 96 after the end lie at whole days: none should pass within these hours. */
const MARGIN_HOURS = 2;
/** How far beyond the nearest run one is looked for that is clear of limits. */
const REACH_HOURS = 4 * DAY_HOURS;

/**
 * Consecutive free slots: the first from a future day on, or the last before the end of a past one, with no limit soon where the
 * musician has such.
 */
export function runOf(
  free: readonly Slot[],
  count: number,
  day: number,
  now: Temporal.Instant,
): readonly Slot[] {
  const runs = free.flatMap((_, index) => {
    const run = free.slice(index, index + count);
    const joined = run.every((slot, at) => at === 0 || run[at - 1]?.ends_at.equals(slot.starts_at) === true);
    return run.length === count && joined ? [run] : [];
  });
  const hoursTo = (run: readonly Slot[]): number =>
    now.until((day < 0 ? run.at(-1)?.ends_at : run[0]?.starts_at) ?? now).total('hours');
  const fitting =
    day < 0
      ? runs.filter((run) => hoursTo(run) <= DAY_HOURS * (day + 1) - MARGIN_HOURS).toReversed()
      : runs.filter((run) => hoursTo(run) >= DAY_HOURS * day + MARGIN_HOURS);
  const [nearest] = fitting;
  if (nearest === undefined) throw new Error(`the demo found no ${count} slots in a row on day ${day}`);
  const isNear = (run: readonly Slot[]): boolean => Math.abs(hoursTo(run) - hoursTo(nearest)) <= REACH_HOURS;
  return fitting.find((run) => isNear(run) && isClear(hoursTo(run))) ?? nearest;
}

/** Whether the next whole number of days before or after an instant, that many hours from now, is not soon. */
const isClear = (hours: number): boolean => ((hours % DAY_HOURS) + DAY_HOURS) % DAY_HOURS >= MARGIN_HOURS;
