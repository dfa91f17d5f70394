import {
  type ChosenService,
  type Chooser,
  type ChosenSlot,
  MAX_SESSION_MINUTES,
  areConsecutive,
  runFrom,
  slotObstacle,
} from '../../../shared/booking/rules.ts';
import { PICKER } from '../../../shared/booking/texts.ts';

/** What a press on a slot comes to: the slots chosen from then on, and a refusal's words. */
export interface Picked {
  readonly slots: readonly ChosenSlot[];
  readonly refusal: string | null;
}

interface Picking {
  readonly slot: ChosenSlot;
  readonly chosen: readonly ChosenSlot[];
  readonly all: readonly ChosenSlot[];
  readonly service: ChosenService;
  readonly chooser: Chooser;
}

const DAY_MS = 24 * 60 * 60_000;
const byStart = (a: ChosenSlot, b: ChosenSlot) => Temporal.Instant.compare(a.starts_at, b.starts_at);
const minutes = (slots: readonly ChosenSlot[]) => slots.reduce((sum, { duration }) => sum + duration, 0);
const near = (slot: ChosenSlot, all: readonly ChosenSlot[]) =>
  all.filter(
    ({ starts_at }) => Math.abs(starts_at.epochMilliseconds - slot.starts_at.epochMilliseconds) < DAY_MS,
  );

/** The service's own number of free slots in a row that hold this one: starting with it, else as little before it as can be. */
export function unitWith(
  { slot, all, service, chooser }: Omit<Picking, 'chosen'>,
  fits: (unit: readonly ChosenSlot[]) => boolean = () => true,
): readonly ChosenSlot[] | null {
  const around = near(slot, all).toSorted(byStart);
  const before = around.filter((other) => byStart(other, slot) < 0).slice(-(service.slots * 2));
  for (const first of [slot, ...before.toReversed()]) {
    const unit = runFrom(first, around, service, chooser);
    if (unit?.some(({ id }) => id === slot.id) && fits(unit)) return unit;
  }
  return null;
}

/**
 * A press on a slot. A free one brings its whole unit; next to what is chosen it makes that longer, elsewhere it
 * starts over. A chosen one leaves, and what it cut off with it: the earlier part stays.
 */
export function pick(picking: Picking): Picked {
  const { slot, chosen, service, chooser } = picking;
  if (chosen.some(({ id }) => id === slot.id))
    return { slots: without(slot, chosen, service), refusal: null };
  const obstacle = slotObstacle(slot, service, chooser);
  if (obstacle !== null) return { slots: chosen, refusal: WORDS[obstacle] };

  const isNew = (unit: readonly ChosenSlot[]) => unit.every(({ id }) => chosen.every((one) => one.id !== id));
  const longer = unitWith(picking, (unit) => isNew(unit) && areConsecutive([...chosen, ...unit]));
  if (longer !== null && chosen.length > 0) {
    const slots = [...chosen, ...longer].sort(byStart);
    if (minutes(slots) > MAX_SESSION_MINUTES) return { slots: chosen, refusal: PICKER.tooLong };
    return { slots, refusal: null };
  }
  const unit = unitWith(picking);
  if (unit === null) return { slots: chosen, refusal: PICKER.wrongCount(service.slots) };
  return { slots: unit, refusal: null };
}

const WORDS = {
  past: PICKER.past,
  too_far: PICKER.tooFar,
  other_service: PICKER.otherService,
  booked: PICKER.booked,
  restricted: PICKER.restricted,
} as const;

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

/**
 * How a slot looks beside those chosen, and why, in words. `apart` is free but would start over; `present` is the time
 * that a session has while another is looked for (see move.ts).
 */
export function lookOf(picking: Picking): { readonly look: Look; readonly why: string } {
  const { slot, chosen, service, chooser } = picking;
  if (chosen.some(({ id }) => id === slot.id)) return { look: 'chosen', why: PICKER.mine };
  const obstacle = slotObstacle(slot, service, chooser);
  if (obstacle === 'booked' || obstacle === 'restricted' || obstacle === 'past') {
    return { look: obstacle, why: WORDS[obstacle] };
  }
  if (obstacle !== null) return { look: 'closed', why: WORDS[obstacle] };
  if (slot.mine) return { look: 'held', why: 'Held for you.' };
  const after = pick(picking);
  if (after.refusal !== null) return { look: 'closed', why: after.refusal };
  const longer = chosen.every(({ id }) => after.slots.some((one) => one.id === id));
  if (longer) return { look: 'free', why: PICKER.free };
  return { look: 'apart', why: `${PICKER.notAdjacent} Choosing it starts over.` };
}
