import type { Schedule, ScheduleChange } from '#shared/calendar/rules-change.ts';
import { slotKey, type Offer, type SlotSpan } from '#shared/calendar/rules.ts';
import type { StoredSlot } from '#shared/calendar/rules-plan.ts';

type Kind = ScheduleChange['kind'];

/** The part of a schedule that a change replaces, as it is stored. */
interface Snapshot {
  readonly weeklyHours?: Schedule['weeklyHours'];
  readonly timeOff?: Schedule['timeOff'];
  readonly offers?: readonly (Omit<Offer, 'starts_at'> & { readonly starts_at: string })[];
}

/** What a change of this kind replaces. */
export function snapshot({ weeklyHours, timeOff, offers }: Schedule, kind: Kind): Snapshot {
  if (kind === 'hours') return { weeklyHours };
  if (kind === 'time_off' || kind === 'remove_time_off') return { timeOff };
  return { offers: offers.map((offer) => ({ ...offer, starts_at: offer.starts_at.toString() })) };
}

const spanOf = ({ starts_at, unit_minutes, category }: Offer): SlotSpan => ({
  starts_at,
  ends_at: starts_at.add({ minutes: unit_minutes }),
  category,
  slot_type: 'flexible',
  hidden: false,
});

/**
 * The schedule with the replaced part put back. Offers that are over stay over; one that somebody has booked or holds
 * stays an offer.
 */
export function restore(
  current: Schedule,
  before: unknown,
  { stored, now }: { readonly stored: readonly StoredSlot[]; readonly now: Temporal.Instant },
): Schedule {
  const { offers, ...rest } = before as Snapshot;
  if (offers === undefined) return { ...current, ...rest };
  const claimed = new Set(stored.filter(({ claim }) => claim !== 'none').map(slotKey));
  const kept = current.offers.filter((offer) => claimed.has(slotKey(spanOf(offer))));
  const returned = offers
    .map((offer) => ({ ...offer, starts_at: Temporal.Instant.from(offer.starts_at) }))
    .filter(({ starts_at }) => Temporal.Instant.compare(starts_at, now) > 0);
  const known = new Set(returned.map((offer) => slotKey(spanOf(offer))));
  return { ...current, offers: [...returned, ...kept.filter((offer) => !known.has(slotKey(spanOf(offer))))] };
}
