import {
  type ChosenService,
  type Chooser,
  type ChosenSlot,
  MAX_SESSION_MINUTES,
  MAX_START_GAP_MINUTES,
  UNAVAILABLE_TEXTS,
  type UnavailableReason,
  areConsecutive,
  slotContext,
  unavailableReason,
} from '#shared/booking/rules.ts';
import { type Unit, unitsOf } from '#shared/booking/rules-units.ts';
import { PICKER } from '#shared/booking/texts.ts';

/** The result of a press on a slot: the slots chosen afterwards, and why nothing changed. */
export interface Picked {
  readonly slots: readonly ChosenSlot[];
  readonly refusal: string | null;
}

/** What can be taken of a musician's slots, computed once for a service and an instant. */
export interface Openings {
  readonly service: ChosenService;
  /** Why a slot cannot be taken, whatever else is chosen, by slot id. */
  readonly obstacles: ReadonlyMap<string, UnavailableReason>;
  /** The units that contain a free slot, by its id; the first is taken by a press. */
  readonly units: ReadonlyMap<string, readonly Unit[]>;
}

/** What the chooser can take of all slots, for a service. */
export function openingsOf(all: readonly ChosenSlot[], service: ChosenService, chooser: Chooser): Openings {
  const reach = slotContext(chooser);
  const obstacles = new Map<string, UnavailableReason>();
  for (const slot of all) {
    const obstacle = unavailableReason(slot, service, reach);
    if (obstacle !== null) obstacles.set(slot.id, obstacle);
  }
  const free = all.filter(({ id }) => !obstacles.has(id));
  return { service, obstacles, units: unitsOf(free, service.slots) };
}

interface Picking {
  /** One of the slots that the openings were computed from. */
  readonly slot: ChosenSlot;
  readonly chosen: readonly ChosenSlot[];
  readonly openings: Openings;
}

const startOf = (slot: ChosenSlot) => slot.starts_at.epochMilliseconds;
const byStart = (a: ChosenSlot, b: ChosenSlot) => startOf(a) - startOf(b);
const minutes = (slots: readonly ChosenSlot[]) => slots.reduce((sum, { duration }) => sum + duration, 0);

/**
 * A press on a slot. A free one adds its unit to an adjacent choice and replaces any other. A chosen one removes its
 * unit and what comes after it (docs/product/booking.md#time-picker).
 */
export function pick(picking: Picking): Picked {
  const { slot, chosen, openings } = picking;
  const { service } = openings;
  if (chosen.some(({ id }) => id === slot.id))
    return { slots: without(slot, chosen, service), refusal: null };
  const obstacle = openings.obstacles.get(slot.id);
  if (obstacle !== undefined) return { slots: chosen, refusal: UNAVAILABLE_TEXTS[obstacle] };

  const longer = longerBy(picking);
  if (longer !== undefined) {
    const slots = [...chosen, ...longer].sort(byStart);
    if (minutes(slots) > MAX_SESSION_MINUTES) return { slots: chosen, refusal: PICKER.tooLong };
    return { slots, refusal: null };
  }
  const unit = openings.units.get(slot.id)?.[0];
  if (unit === undefined) return { slots: chosen, refusal: PICKER.wrongCount(service.slots) };
  return { slots: unit, refusal: null };
}

/** The unit with this slot that extends the choice; undefined where none does. */
function longerBy({ slot, chosen, openings: { service, units } }: Picking): Unit | undefined {
  // No unit of a slot farther away reaches the choice, so most slots need no search.
  const reachable = service.slots * MAX_START_GAP_MINUTES * 60_000;
  if (chosen.every((one) => Math.abs(startOf(one) - startOf(slot)) > reachable)) return undefined;
  const isNew = (unit: Unit) => unit.every(({ id }) => chosen.every((one) => one.id !== id));
  return units.get(slot.id)?.find((unit) => isNew(unit) && areConsecutive([...chosen, ...unit]));
}

function without(slot: ChosenSlot, chosen: readonly ChosenSlot[], service: ChosenService): ChosenSlot[] {
  const sorted = chosen.toSorted(byStart);
  const unit = Math.floor(sorted.findIndex(({ id }) => id === slot.id) / service.slots) * service.slots;
  return unit === 0 ? sorted.slice(service.slots) : sorted.slice(0, unit);
}

/** The slots of a choice that others have taken, and what remains of it (docs/product/booking.md#lost-choice). */
export interface Taken {
  readonly taken: readonly ChosenSlot[];
  /** Whole units in a row: those before the first taken slot, else those after the last. */
  readonly remaining: readonly ChosenSlot[];
}

/** What others have taken of a choice that is not held; null when nothing. */
export function findTaken(chosen: readonly ChosenSlot[], { service, obstacles }: Openings): Taken | null {
  const sorted = chosen.toSorted(byStart);
  const isTaken = ({ id }: ChosenSlot) => obstacles.get(id) === 'booked';
  const taken = sorted.filter(isTaken);
  if (taken.length === 0) return null;
  const unitOf = (at: number) => Math.floor(at / service.slots);
  const before = sorted.slice(0, unitOf(sorted.findIndex(isTaken)) * service.slots);
  const after = sorted.slice((unitOf(sorted.findLastIndex(isTaken)) + 1) * service.slots);
  return { taken, remaining: before.length > 0 ? before : after };
}

export type Look =
  | 'free'
  | 'apart'
  | 'chosen'
  | 'held'
  | 'booked'
  | 'restricted'
  | 'past'
  | 'closed'
  | 'present';

/** A slot's look with its reason in words. */
export interface Looked {
  readonly look: Look;
  readonly why: string;
}

/**
 * How a slot looks beside the chosen ones. `apart` is free but would replace the choice; `present` is the time of a
 * session that is being moved (client/booking/move/moving.ts).
 */
export function lookOf(picking: Picking): Looked {
  const { slot, chosen, openings } = picking;
  if (chosen.some(({ id }) => id === slot.id)) return { look: 'chosen', why: PICKER.mine };
  const obstacle = openings.obstacles.get(slot.id);
  if (obstacle === 'booked' || obstacle === 'restricted' || obstacle === 'past') {
    return { look: obstacle, why: UNAVAILABLE_TEXTS[obstacle] };
  }
  if (obstacle !== undefined) return { look: 'closed', why: UNAVAILABLE_TEXTS[obstacle] };
  if (slot.mine) return { look: 'held', why: 'Held for you.' };
  const after = pick(picking);
  if (after.refusal !== null) return { look: 'closed', why: after.refusal };
  const longer = chosen.every(({ id }) => after.slots.some((one) => one.id === id));
  if (longer) return { look: 'free', why: PICKER.free };
  return { look: 'apart', why: `${PICKER.notAdjacent} Choosing it starts over.` };
}

/** Caches looks by slot id: each is computed once, on first use. */
export function memoized(look: (slot: ChosenSlot) => Looked): (slot: ChosenSlot) => Looked {
  const known = new Map<string, Looked>();
  return (slot) => {
    const looked = known.get(slot.id) ?? look(slot);
    known.set(slot.id, looked);
    return looked;
  };
}
