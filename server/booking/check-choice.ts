import { checkSelection, type Selection, type SelectionReason } from '#shared/booking/rules.ts';
import { NOT_FOUND, PICKER } from '#shared/booking/texts.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { entitlements } from '../billing/service.ts';
import { requestedSlots } from '../calendar/steps.ts';
import { serviceForBooking, serviceForMoving, type CatalogueService } from '../catalogue/service.ts';
import { together } from '../db/pipeline.ts';
import type { Tx } from '../db/transaction.ts';
import type { Actor } from '../ctx/ctx.ts';

/** The slots to book, or to move a session to. */
export interface SlotChoice {
  /** Whose session it is. */
  readonly client: Pick<Actor, 'id' | 'zone'>;
  readonly slotIds: readonly string[];
  readonly primary: string;
  readonly musicianId: string;
  readonly serviceId: string;
  /** The session to move; its own slots count as free. */
  readonly ownSession: number | null;
  /** `booking_priority_end` in minutes, read before the transaction; null where members are not first. */
  readonly priorityEnd: number | null;
  readonly now: Temporal.Instant;
}

/** A valid choice with its service. */
export type Chosen = Selection & { readonly service: CatalogueService };
export type ChoiceRefusal = 'not_found' | 'slot_taken' | 'restricted' | 'bad_selection';

/** The endpoints' codes for a rule's reasons; any other is `bad_selection`. */
const REASONS: Readonly<Partial<Record<SelectionReason, ChoiceRefusal>>> = {
  booked: 'slot_taken',
  restricted: 'restricted',
};

/** What a choice is checked with. */
export interface ChoiceFacts {
  readonly rows: Awaited<ReturnType<typeof requestedSlots>>;
  readonly service: CatalogueService | undefined;
  readonly buyer: Awaited<ReturnType<typeof entitlements>>;
}

/** Reads what a choice is checked with. Final only under the musician's lock. */
export async function choiceFacts(tx: Tx, choice: SlotChoice): Promise<ChoiceFacts> {
  const { client, now } = choice;
  const [rows, service, buyer] = await together([
    requestedSlots(tx, choice),
    choice.ownSession === null ? serviceForBooking(tx, choice) : serviceForMoving(tx, choice),
    entitlements(tx, client.id, now),
  ]);
  return { rows, service, buyer };
}

/** Reads and checks a choice of slots. Final only under the musician's lock. */
export async function checkChoice(tx: Tx, choice: SlotChoice): Promise<Result<Chosen, ChoiceRefusal>> {
  return decideChoice(choice, await choiceFacts(tx, choice));
}

/** Checks a choice of slots (docs/product/booking.md#selection). */
export function decideChoice(
  { client, slotIds, primary, musicianId, priorityEnd, now }: SlotChoice,
  { rows, service, buyer }: ChoiceFacts,
): Result<Chosen, ChoiceRefusal> {
  const slots = slotIds.map((id) => rows.find((slot) => slot.id === id)).filter((slot) => slot !== undefined);
  if (slots.length < slotIds.length) return fail('not_found', { detail: NOT_FOUND.time });
  if (slots.some((slot) => slot.musician_id !== musicianId)) {
    return fail('bad_selection', { detail: PICKER.otherMusician });
  }
  if (!slotIds.includes(primary)) return fail('bad_selection', { detail: PICKER.primary });
  if (service === undefined) return fail('bad_selection', { detail: PICKER.otherService });
  const checked = checkSelection({
    slots: slots.map((slot) => ({
      id: slot.id,
      starts_at: slot.starts_at,
      duration: slot.ends_at.since(slot.starts_at).total('minutes'),
      service_category: slot.category,
      status: slot.taken ? 'booked' : 'available',
    })),
    service,
    buyer,
    has_limitations: priorityEnd !== null && buyer.has_limitations,
    booking_priority_end: priorityEnd ?? 0,
    zone: client.zone,
    now,
  });
  if (checked.ok) return ok({ ...checked.value, service });
  const reason = REASONS[checked.reason] ?? 'bad_selection';
  return fail(
    reason,
    reason === 'bad_selection' && checked.detail !== undefined ? { detail: checked.detail } : {},
  );
}
