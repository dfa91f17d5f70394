import type { ChosenSlot } from '#shared/booking/rules.ts';
import type { Service } from '#shared/catalogue/contract.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { slotViewOf, type SlotView, type Openings, pick } from '../time/pick.ts';
import type { PickerSlot } from '../time/slots.ts';

/** The service with the session's own number of slots as its unit, so that a move keeps the length. */
export function paidService(service: Service, session: Pick<Session, 'slots'>): Service {
  return { ...service, slots: session.slots.length };
}

/** Marks the session's own slots, so that a new time may overlap them. */
export function withOwn(slots: readonly PickerSlot[], ownIds: ReadonlySet<string>): PickerSlot[] {
  return slots.map((slot) => (ownIds.has(slot.id) ? { ...slot, mine: true } : slot));
}

interface MoveInput {
  readonly slot: ChosenSlot;
  readonly chosen: readonly ChosenSlot[];
  readonly ownIds: ReadonlySet<string>;
  readonly openings: Openings;
}

/** The result of a press: a complete new time or none, always of the same length. */
export function pickMove({ slot, chosen, ownIds, openings }: MoveInput): {
  readonly ids: readonly string[];
  readonly refusal: string | null;
} {
  if (chosen.some(({ id }) => id === slot.id)) return { ids: [], refusal: null };
  const before = chosen.map(({ id }) => id);
  const { slots, refusal } = pick({ slot, chosen: [], openings });
  if (refusal !== null) return { ids: before, refusal };
  const ids = slots.map(({ id }) => id);
  return ids.every((id) => ownIds.has(id)) ? { ids: before, refusal: SAME_TIME } : { ids, refusal: null };
}
const SAME_TIME = 'That is the time it has now.';

/** The state of a slot while a session is moved, and why. */
export function moveSlotViewOf({ slot, chosen, ownIds, openings }: MoveInput): SlotView {
  if (chosen.some(({ id }) => id === slot.id)) return { state: 'chosen', reason: 'Your choice.' };
  if (ownIds.has(slot.id)) return { state: 'present', reason: SAME_TIME };
  return slotViewOf({ slot, chosen: [], openings });
}
