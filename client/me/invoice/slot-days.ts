import type { StatsSlot } from '#shared/calendar/contract-pay.ts';
import { dayOf } from '#shared/lib/time.ts';

/** Slots in a row that are alike. */
export interface SlotRun {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  readonly minutes: number;
  readonly state: StatsSlot['state'];
  readonly kind: StatsSlot['slot_type'];
  readonly sessionId: number | null;
  readonly client: string | null;
}

export interface SlotDay {
  readonly day: Temporal.PlainDate;
  readonly minutes: number;
  readonly runs: readonly SlotRun[];
}

/** Slots, sorted by start, by day of the zone; neighbors of one kind, state and session are one run. */
export function slotDays(slots: readonly StatsSlot[], zone: string): SlotDay[] {
  const days: { day: Temporal.PlainDate; minutes: number; runs: SlotRun[] }[] = [];
  for (const slot of slots) {
    const from = Temporal.Instant.from(slot.start_date);
    const day = dayOf(from, zone);
    let here = days.at(-1);
    if (here === undefined || !here.day.equals(day)) days.push((here = { day, minutes: 0, runs: [] }));
    here.minutes += slot.duration;
    const run = {
      from,
      to: from.add({ minutes: slot.duration }),
      minutes: slot.duration,
      state: slot.state,
      kind: slot.slot_type,
      sessionId: slot.session_id,
      client: slot.client_name,
    };
    const last = here.runs.at(-1);
    if (last !== undefined && continues(last, run))
      here.runs[here.runs.length - 1] = { ...last, to: run.to, minutes: last.minutes + run.minutes };
    else here.runs.push(run);
  }
  return days;
}

function continues(last: SlotRun, next: SlotRun): boolean {
  return (
    last.to.equals(next.from) &&
    last.state === next.state &&
    last.kind === next.kind &&
    last.sessionId === next.sessionId
  );
}
