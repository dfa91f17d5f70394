import { type ChosenSlot, type Span, follows, spanOf } from './rules.ts';

/** The service's own number of slots in a row, by start: what one press in the picker takes. */
export type Unit = readonly ChosenSlot[];

/**
 * The units that contain each free slot, by its id: the one that starts with it, then those that start latest before
 * it. A unit goes from each slot to the next that may follow (docs/product/booking.md#consecutive-slots).
 */
export function unitsOf(free: readonly ChosenSlot[], count: number): ReadonlyMap<string, readonly Unit[]> {
  const sorted = free.map((slot) => ({ slot, ...spanOf(slot) })).sort((a, b) => a.start - b.start);
  const units = new Map<string, Unit[]>(free.map(({ id }) => [id, []]));
  // From the last slot back, so that each slot's own unit comes first in its list.
  for (let first = sorted.length - 1; first >= 0; first -= 1) {
    const unit = unitFrom(first, sorted, count).map(({ slot }) => slot);
    for (const { id } of unit) units.get(id)?.push(unit);
  }
  return units;
}

interface Placed extends Span {
  readonly slot: ChosenSlot;
}

/** The unit that starts with the slot at that index; empty when it is not complete. */
function unitFrom(first: number, sorted: readonly Placed[], count: number): readonly Placed[] {
  const unit: Placed[] = [];
  for (let at = first; at < sorted.length && unit.length < count; at += 1) {
    const [slot, last] = [sorted[at], unit.at(-1)];
    if (!slot) break;
    if (!last || follows(slot, last)) unit.push(slot);
    // Overlapping slots are skipped; once one starts after the end and does not follow, none does.
    else if (slot.start >= last.end) break;
  }
  return unit.length === count ? unit : [];
}
