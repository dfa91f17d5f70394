import { type ChosenSlot, type Span, follows, spanOf } from './rules.ts';

/** The service's own number of slots in a row, by start: what one press takes (part 2 section 5). */
export type Unit = readonly ChosenSlot[];

/**
 * For each of the free slots, by id, the units that hold it: the one that starts with it, then those that start as
 * little before it as can be. None where it belongs to none. A unit goes from each slot to the next that may follow.
 */
export function unitsOf(free: readonly ChosenSlot[], count: number): ReadonlyMap<string, readonly Unit[]> {
  const sorted = free.map((slot) => ({ slot, ...spanOf(slot) })).sort((a, b) => a.start - b.start);
  const units = new Map<string, Unit[]>(free.map(({ id }) => [id, []]));
  // From the last slot on, so that each one's own unit comes first in its list.
  for (let first = sorted.length - 1; first >= 0; first -= 1) {
    const unit = unitFrom(first, sorted, count).map(({ slot }) => slot);
    for (const { id } of unit) units.get(id)?.push(unit);
  }
  return units;
}

interface Placed extends Span {
  readonly slot: ChosenSlot;
}

/** The unit that starts with the slot at that place; empty when it is not all there. */
function unitFrom(first: number, sorted: readonly Placed[], count: number): readonly Placed[] {
  const unit: Placed[] = [];
  for (let at = first; at < sorted.length && unit.length < count; at += 1) {
    const [slot, last] = [sorted[at], unit.at(-1)];
    if (!slot) break;
    if (!last || follows(slot, last)) unit.push(slot);
    // Those that overlap are passed over; what starts after the end and does not follow is too late, as all after it.
    else if (slot.start >= last.end) break;
  }
  return unit.length === count ? unit : [];
}
