import type { ChosenSlot } from '#shared/booking/rules.ts';
import type { Slot } from '#shared/explore/contract.ts';

/** A slot in the picker. `open_from` is when everyone may take it; null: now. */
export interface PickerSlot extends ChosenSlot {
  readonly ends_at: Temporal.Instant;
  readonly open_from: Temporal.Instant | null;
}

/** The shown slots of a service's category and unit length, by start. */
export function slotsFor(
  service: { readonly category: string; readonly unit_minutes: number },
  slots: readonly Slot[],
): PickerSlot[] {
  return slots
    .filter(
      (slot) =>
        slot.displayStatus === 'shown' &&
        slot.service_category === service.category &&
        slot.duration === service.unit_minutes,
    )
    .map((slot) => {
      const starts_at = Temporal.Instant.from(slot.start_date);
      return {
        id: slot.id,
        starts_at,
        ends_at: starts_at.add({ minutes: slot.duration }),
        duration: slot.duration,
        service_category: slot.service_category,
        status: slot.status,
        mine: slot.mine,
        open_from: slot.open_from === null ? null : Temporal.Instant.from(slot.open_from),
      };
    })
    .sort((a, b) => a.starts_at.epochMilliseconds - b.starts_at.epochMilliseconds);
}
