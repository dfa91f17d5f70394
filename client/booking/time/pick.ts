import {
  type ChosenService,
  type Chooser,
  type ChosenSlot,
  MAX_SESSION_MINUTES,
  MAX_START_GAP_MINUTES,
  OBSTACLES,
  type Obstacle,
  areConsecutive,
  reachOf,
  slotObstacle,
} from '../../../shared/booking/rules.ts';
import { type Unit, unitsOf } from '../../../shared/booking/rules-units.ts';
import { PICKER } from '../../../shared/booking/texts.ts';

/** What a press on a slot comes to: the slots chosen from then on, and a refusal's words. */
export interface Picked {
  readonly slots: readonly ChosenSlot[];
  readonly refusal: string | null;
}

/** What can be taken of a musician's slots, worked out once for a service and a moment. */
export interface Openings {
  readonly service: ChosenService;
  /** Slots that cannot be taken whatever else is chosen, by id, and why. */
  readonly obstacles: ReadonlyMap<string, Obstacle>;
  /** The units that hold a free slot, by its id, the one to take first. */
  readonly units: ReadonlyMap<string, readonly Unit[]>;
}

/** What the chooser can take of all slots. */
export function openingsOf(all: readonly ChosenSlot[], service: ChosenService, chooser: Chooser): Openings {
  const reach = reachOf(chooser);
  const obstacles = new Map<string, Obstacle>();
  for (const slot of all) {
    const obstacle = slotObstacle(slot, service, reach);
    if (obstacle !== null) obstacles.set(slot.id, obstacle);
  }
  const free = all.filter(({ id }) => !obstacles.has(id));
  return { service, obstacles, units: unitsOf(free, service.slots) };
}

interface Picking {
  /** One of those that the openings were made of. */
  readonly slot: ChosenSlot;
  readonly chosen: readonly ChosenSlot[];
  readonly openings: Openings;
}

const startOf = (slot: ChosenSlot) => slot.starts_at.epochMilliseconds;
const byStart = (a: ChosenSlot, b: ChosenSlot) => startOf(a) - startOf(b);
const minutes = (slots: readonly ChosenSlot[]) => slots.reduce((sum, { duration }) => sum + duration, 0);

/**
 * A press on a slot. A free one brings its whole unit; next to what is chosen it makes that longer, elsewhere it
 * starts over. A chosen one leaves, and what it cut off with it: the earlier part stays.
 */
export function pick(picking: Picking): Picked {
  const { slot, chosen, openings } = picking;
  const { service } = openings;
  if (chosen.some(({ id }) => id === slot.id))
    return { slots: without(slot, chosen, service), refusal: null };
  const obstacle = openings.obstacles.get(slot.id);
  if (obstacle !== undefined) return { slots: chosen, refusal: OBSTACLES[obstacle] };

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

/** The unit with this slot that makes the choice longer; undefined where none does. */
function longerBy({ slot, chosen, openings: { service, units } }: Picking): Unit | undefined {
  // From a slot farther away no unit leads to the choice: most slots are done here.
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

/** How a slot looks, and why, in words. */
export interface Looked {
  readonly look: Look;
  readonly why: string;
}

/**
 * How a slot looks beside those chosen, and why, in words. `apart` is free but would start over; `present` is the time
 * that a session has while another is looked for (see move.ts).
 */
export function lookOf(picking: Picking): Looked {
  const { slot, chosen, openings } = picking;
  if (chosen.some(({ id }) => id === slot.id)) return { look: 'chosen', why: PICKER.mine };
  const obstacle = openings.obstacles.get(slot.id);
  if (obstacle === 'booked' || obstacle === 'restricted' || obstacle === 'past') {
    return { look: obstacle, why: OBSTACLES[obstacle] };
  }
  if (obstacle !== undefined) return { look: 'closed', why: OBSTACLES[obstacle] };
  if (slot.mine) return { look: 'held', why: 'Held for you.' };
  const after = pick(picking);
  if (after.refusal !== null) return { look: 'closed', why: after.refusal };
  const longer = chosen.every(({ id }) => after.slots.some((one) => one.id === id));
  if (longer) return { look: 'free', why: PICKER.free };
  return { look: 'apart', why: `${PICKER.notAdjacent} Choosing it starts over.` };
}

/** The same looks, each worked out once and only when it is asked for: a screen asks many times. */
export function remembered(look: (slot: ChosenSlot) => Looked): (slot: ChosenSlot) => Looked {
  const known = new Map<string, Looked>();
  return (slot) => {
    const looked = known.get(slot.id) ?? look(slot);
    known.set(slot.id, looked);
    return looked;
  };
}
