import {
  type ChosenService,
  type SelectionContext,
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

/** The result of a press: the selected slots, or why nothing changed. */
export interface PickResult {
  readonly slots: readonly ChosenSlot[];
  readonly refusal: string | null;
}

/** A service as the picker names it. */
export interface PickedService extends ChosenService {
  readonly label: string;
}

/** Which slots can be selected, computed once for a service and an instant. */
export interface Openings {
  readonly service: ChosenService;
  /** Why a slot cannot be selected at all, by slot id. */
  readonly unavailable: ReadonlyMap<string, UnavailableReason>;
  /** The units that contain a free slot, by its id; the first is taken by a press. */
  readonly units: ReadonlyMap<string, readonly Unit[]>;
}

/** Computes the openings of all slots for a service. */
export function openingsOf(
  all: readonly ChosenSlot[],
  service: ChosenService,
  chooser: SelectionContext,
): Openings {
  const context = slotContext(chooser);
  const unavailable = new Map<string, UnavailableReason>();
  for (const slot of all) {
    const reason = unavailableReason(slot, service, context);
    if (reason !== null) unavailable.set(slot.id, reason);
  }
  const free = all.filter(({ id }) => !unavailable.has(id));
  return { service, unavailable, units: unitsOf(free, service.slots) };
}

interface PickInput {
  /** One of the slots that the openings were computed from. */
  readonly slot: ChosenSlot;
  readonly chosen: readonly ChosenSlot[];
  readonly openings: Openings;
}

const startOf = (slot: ChosenSlot) => slot.starts_at.epochMilliseconds;
const byStart = (a: ChosenSlot, b: ChosenSlot) => startOf(a) - startOf(b);
const minutes = (slots: readonly ChosenSlot[]) => slots.reduce((sum, { duration }) => sum + duration, 0);

/**
 * Handles a press: a free slot adds its unit to an adjacent selection or replaces it; a selected one removes its unit
 * and the later ones (docs/product/booking.md#time-picker).
 */
export function pick(picking: PickInput): PickResult {
  const { slot, chosen, openings } = picking;
  const { service } = openings;
  if (chosen.some(({ id }) => id === slot.id))
    return { slots: without(slot, chosen, service), refusal: null };
  const reason = openings.unavailable.get(slot.id);
  if (reason !== undefined) return { slots: chosen, refusal: UNAVAILABLE_TEXTS[reason] };

  const extension = findExtension(picking);
  if (extension !== undefined) {
    const slots = [...chosen, ...extension].sort(byStart);
    if (minutes(slots) > MAX_SESSION_MINUTES) return { slots: chosen, refusal: PICKER.tooLong };
    return { slots, refusal: null };
  }
  const unit = openings.units.get(slot.id)?.[0];
  if (unit === undefined) return { slots: chosen, refusal: PICKER.wrongCount(service.slots) };
  return { slots: unit, refusal: null };
}

/** The unit with this slot that extends the choice; undefined where none does. */
function findExtension({ slot, chosen, openings: { service, units } }: PickInput): Unit | undefined {
  // Slots farther away cannot extend the selection; skips most of the search.
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

/** Slots of the selection that others have taken; null if none. */
export function findTaken(chosen: readonly ChosenSlot[], { service, unavailable }: Openings): Taken | null {
  const sorted = chosen.toSorted(byStart);
  const isTaken = ({ id }: ChosenSlot) => unavailable.get(id) === 'booked';
  const taken = sorted.filter(isTaken);
  if (taken.length === 0) return null;
  const unitOf = (at: number) => Math.floor(at / service.slots);
  const before = sorted.slice(0, unitOf(sorted.findIndex(isTaken)) * service.slots);
  const after = sorted.slice((unitOf(sorted.findLastIndex(isTaken)) + 1) * service.slots);
  return { taken, remaining: before.length > 0 ? before : after };
}

export type SlotState =
  | 'free'
  | 'apart'
  | 'chosen'
  | 'held'
  | 'booked'
  | 'restricted'
  | 'past'
  | 'closed'
  | 'present';

/** A slot's state, with its reason as text. */
export interface SlotView {
  readonly state: SlotState;
  readonly reason: string;
}

/**
 * The state of a slot beside the chosen ones. `apart` is free but would replace the choice; `present` is the time of a
 * session that is being moved (client/booking/move/moving.ts).
 */
export function slotViewOf(picking: PickInput): SlotView {
  const { slot, chosen, openings } = picking;
  if (chosen.some(({ id }) => id === slot.id)) return { state: 'chosen', reason: PICKER.mine };
  const reason = openings.unavailable.get(slot.id);
  if (reason === 'booked' || reason === 'restricted' || reason === 'past') {
    return { state: reason, reason: UNAVAILABLE_TEXTS[reason] };
  }
  if (reason !== undefined) return { state: 'closed', reason: UNAVAILABLE_TEXTS[reason] };
  if (slot.mine) return { state: 'held', reason: 'Held for you.' };
  const after = pick(picking);
  if (after.refusal !== null) return { state: 'closed', reason: after.refusal };
  const extension = chosen.every(({ id }) => after.slots.some((one) => one.id === id));
  if (extension) return { state: 'free', reason: PICKER.free };
  return { state: 'apart', reason: `${PICKER.notAdjacent} Choosing it starts over.` };
}

/** Caches views by slot id: each is computed once, on first use. */
export function memoized(viewOf: (slot: ChosenSlot) => SlotView): (slot: ChosenSlot) => SlotView {
  const cache = new Map<string, SlotView>();
  return (slot) => {
    const view = cache.get(slot.id) ?? viewOf(slot);
    cache.set(slot.id, view);
    return view;
  };
}
