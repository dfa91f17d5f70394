import type { ChosenService, ChosenSlot } from '../booking/rules.ts';
import { checkSelection } from '../booking/rules.ts';
import type { Buyer } from '../catalogue/rules.ts';
import { dayOf, startOfDay } from '../lib/time.ts';
import { mayDo, type Allowed } from '../sessions/rules-actions.ts';
import { UPCOMING_STATUSES, type TimedSession } from '../sessions/rules.ts';
import type { SessionStatus } from '../sessions/rules-status.ts';

/** Sessions of one page of their list. */
export const SESSIONS_PAGE = 50;
/** The most entries of a session's timeline, the newest ones. */
export const TIMELINE_MAX = 200;
/** The most messages that are read at once, the latest ones. */
export const MESSAGES_MAX = 1000;
/** The most units of a service that are booked at once. */
export const UNITS_MAX = 36;

/** Parts of time by which sessions are listed (docs/product/operator.md#sessions). */
export const WHENS = ['upcoming', 'today', 'week', 'past'] as const;
export type When = (typeof WHENS)[number];

/** When sessions start, or, without a span, whether they are over; and which come first. */
export interface WhenView {
  readonly span: { readonly from: Temporal.Instant; readonly to: Temporal.Instant } | null;
  readonly isOver: boolean | null;
  readonly earliestFirst: boolean;
}

/** What a part of time means at `now` for a reader in a zone (docs/product/operator.md#sessions). */
export function whenView(
  { when, day }: { readonly when?: When | undefined; readonly day?: string | undefined },
  { now, zone }: { readonly now: Temporal.Instant; readonly zone: string },
): WhenView {
  const spanOf = (first: Temporal.PlainDate, days: number): WhenView => ({
    span: { from: startOfDay(first, zone), to: startOfDay(first.add({ days }), zone) },
    isOver: null,
    earliestFirst: true,
  });
  if (day !== undefined) return spanOf(Temporal.PlainDate.from(day), 1);
  if (when === 'today') return spanOf(dayOf(now, zone), 1);
  if (when === 'week') return spanOf(dayOf(now, zone), 7);
  if (when === undefined) return { span: null, isOver: null, earliestFirst: false };
  return { span: null, isOver: when === 'past', earliestFirst: when === 'upcoming' };
}

/** Sessions of a stored status; `isOver` null: whether or not their end has passed. */
export interface StatusPart {
  readonly stored: SessionStatus;
  readonly isOver: boolean | null;
}

/** The stored sessions that have a status at an instant, as `effectiveStatus` says. */
export function partsOfStatus(status: SessionStatus): readonly StatusPart[] {
  if ((UPCOMING_STATUSES as readonly SessionStatus[]).includes(status))
    return [{ stored: status, isOver: false }];
  if (status === 'cancelled') return [{ stored: status, isOver: null }];
  // Both are reached only after the end.
  if (status !== 'partner_upload_required') return [{ stored: status, isOver: true }];
  return [
    { stored: status, isOver: true },
    ...UPCOMING_STATUSES.map((stored): StatusPart => ({ stored, isOver: true })),
  ];
}

/** What an operator does with a session. */
export const SESSION_VERBS = ['move', 'cancel', 'not_delivered'] as const;
export type SessionVerb = (typeof SESSION_VERBS)[number];

/** What an operator may do with a session now, or why not (docs/product/operator.md#a-session). */
export function maySession(verb: SessionVerb, session: TimedSession, now: Temporal.Instant): Allowed {
  return mayDo('operator', verb === 'not_delivered' ? 'refund' : 'cancel', session, now);
}

/** A slot that may be taken. */
export interface OfferedSlot {
  readonly id: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly category: string;
  readonly taken: boolean;
}

/** A time that can be booked, with its price in credits. */
export interface FreeTime {
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly cost: number;
}

/**
 * The times of `many` slots in a row that the operator can book, by their start: those that `checkSelection` lets
 * through, without the times that members book first. `slots` are all of a musician's of the service's kind, by start.
 */
export function freeTimes(
  slots: readonly OfferedSlot[],
  choice: {
    readonly service: ChosenService;
    readonly many: number;
    readonly buyer: Buyer;
    readonly zone: string;
    readonly now: Temporal.Instant;
  },
): FreeTime[] {
  const { many, ...rest } = choice;
  const chosen = slots.map((slot): ChosenSlot => ({
    id: slot.id,
    starts_at: slot.starts_at,
    duration: slot.ends_at.since(slot.starts_at).total('minutes'),
    service_category: slot.category,
    status: slot.taken ? 'booked' : 'available',
  }));
  return chosen.flatMap((_, at) => {
    const run = chosen.slice(at, at + many);
    if (run.length < many) return [];
    const checked = checkSelection({
      ...rest,
      slots: run,
      has_limitations: false,
      booking_priority_end: 0,
    });
    if (!checked.ok) return [];
    const { starts_at, ends_at, cost } = checked.value;
    return [{ starts_at, ends_at, cost }];
  });
}
