import type { ChosenSlot } from '#shared/booking/rules.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { slotViewOf, type PickedService, type SlotView, type Openings, pick } from '../time/pick.ts';
import type { PickerSlot } from '../time/slots.ts';

/** The service with the session's own number of slots as its unit, so that a move keeps the length. */
export function paidService(service: PickedService, session: Pick<Session, 'slots'>): PickedService {
  return { ...service, slots: session.slots.length };
}

/** The session's service where the studio has stopped it, so that it is not among what can be booked; else undefined. */
export function stoppedService(
  session: Pick<Session, 'slots' | 'duration'> & {
    readonly service: Pick<Session['service'], 'label' | 'category' | 'is_stopped'>;
  },
): PickedService | undefined {
  const { service, slots, duration } = session;
  if (service.is_stopped !== true || slots.length === 0) return undefined;
  return {
    label: service.label,
    category: service.category,
    unit_minutes: duration / slots.length,
    slots: slots.length,
    // A move costs nothing.
    credits: 0,
    alternative_value: null,
    alternative_value_annual: null,
    exclusive_prices_value: null,
  };
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
