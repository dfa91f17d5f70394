import type { ChosenSlot } from '../../../shared/booking/rules.ts';
import { judgeMove } from '../../../shared/booking/rules-move.ts';
import type { Service } from '../../../shared/catalogue/contract.ts';
import type { Role } from '../../../shared/lib/endpoint.ts';
import { withInstants } from '../../../shared/sessions/rules.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { type Allowed, mayDo } from '../../../shared/sessions/rules-actions.ts';
import { NOT_ALLOWED } from '../../../shared/sessions/texts.ts';
import { lookOf, type Looked, type Openings, pick } from './pick.ts';
import type { PickerSlot } from './slots.ts';

/** Whether this person may move a session now, or why not (decisions 4). */
export function mayMove(role: Role, session: Session, now: Temporal.Instant): Allowed {
  const timed = withInstants(session);
  const upcoming = mayDo(role, 'cancel', timed, now);
  if (!upcoming.allowed) return upcoming;
  const { cancellation, booked_at } = session;
  if (cancellation === null || booked_at === null) return { allowed: false, reason: NOT_ALLOWED.notClient };
  const [from, until, booked] = [cancellation.refund_from, cancellation.refund_until, booked_at].map((at) =>
    Temporal.Instant.from(at),
  ) as [Temporal.Instant, Temporal.Instant, Temporal.Instant];
  const judged = judgeMove({ booked_at: booked, starts_at: timed.starts_at }, { from, until }, now);
  return judged.ok ? { allowed: true } : { allowed: false, reason: judged.detail ?? NOT_ALLOWED.over };
}

/** The service as this session takes it: always as many slots as are paid for. */
export function paidService(service: Service, session: Pick<Session, 'slots'>): Service {
  return { ...service, slots: session.slots.length };
}

/** The slots to choose from: the session's own are no obstacle to a time that overlaps them. */
export function withOwn(slots: readonly PickerSlot[], own: ReadonlySet<string>): PickerSlot[] {
  return slots.map((slot) => (own.has(slot.id) ? { ...slot, mine: true } : slot));
}

interface Moving {
  readonly slot: ChosenSlot;
  readonly chosen: readonly ChosenSlot[];
  readonly own: ReadonlySet<string>;
  readonly openings: Openings;
}

/** What a press comes to: the whole new time, or nothing again; never a longer or a shorter one. */
export function pickMove({ slot, chosen, own, openings }: Moving): {
  readonly ids: readonly string[];
  readonly refusal: string | null;
} {
  if (chosen.some(({ id }) => id === slot.id)) return { ids: [], refusal: null };
  const before = chosen.map(({ id }) => id);
  const { slots, refusal } = pick({ slot, chosen: [], openings });
  if (refusal !== null) return { ids: before, refusal };
  const ids = slots.map(({ id }) => id);
  return ids.every((id) => own.has(id)) ? { ids: before, refusal: SAME } : { ids, refusal: null };
}
const SAME = 'That is the time it has now.';

/** How a slot looks while a session is moved, and why. */
export function lookOfMove({ slot, chosen, own, openings }: Moving): Looked {
  if (chosen.some(({ id }) => id === slot.id)) return { look: 'chosen', why: 'Your choice.' };
  if (own.has(slot.id)) return { look: 'present', why: SAME };
  return lookOf({ slot, chosen: [], openings });
}
