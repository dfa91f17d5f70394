import { isRestricted, opensAt } from '#shared/calendar/rules.ts';
import type {
  listSlots as listSlotsEndpoint,
  musicianCalendar as musicianCalendarEndpoint,
} from '#shared/explore/contract.ts';
import type { getConfiguration as getConfigurationEndpoint } from '#shared/explore/contract.ts';

import { DELIVERABLES, SAMPLE_RATES, servicePrice } from '#shared/catalogue/rules.ts';
import type { listPartners as listPartnersEndpoint } from '#shared/explore/contract.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { startOfDay } from '#shared/lib/time.ts';
import { entitlements } from '../billing/service.ts';
import { lookAhead, busyBetween, type NamedBusy } from '../calendar/service.ts';
import { servicesOf, shownMusician } from '../catalogue/service.ts';
import { limitations } from '../content/service.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { reading, together } from '../db/pipeline.ts';
import { toCards } from './to-cards.ts';
import * as queries from './queries.ts';

export { previewOf } from './page/preview.ts';
export { pageOf } from './page/read-page.ts';

const MAX_CALENDAR_DAYS = 92;

/** A page of the musicians' listing (docs/product/explore.md#listing). */
export async function listPartners(
  ctx: SignedInCtx,
  { query }: InputOf<typeof listPartnersEndpoint>,
): Promise<Result<ResponseOf<typeof listPartnersEndpoint>, never>> {
  const { db, now, actor } = ctx;
  return reading(db, async (one) => {
    const [rows, total, buyer] = await together([
      queries.cards(one, { ...query, now }),
      queries.countCards(one, query.instrument),
      entitlements(one, actor.id, now),
    ]);
    return ok({ partners: await toCards(one, rows, { buyer }), total });
  });
}

/** What can be booked with a musician, each service at the caller's price (docs/product/catalogue.md#configuration). */
export async function getConfiguration(
  ctx: SignedInCtx,
  { params }: InputOf<typeof getConfigurationEndpoint>,
): Promise<Result<ResponseOf<typeof getConfigurationEndpoint>, ProblemOf<typeof getConfigurationEndpoint>>> {
  const { db, now, actor } = ctx;
  const musician = await shownMusician(db, params.slug);
  if (musician === undefined) return fail('not_found');
  const buyer = await entitlements(db, actor.id, now);
  const services = await servicesOf(db, musician.id);
  return ok([
    {
      Name: musician.name,
      services_first: musician.services_first,
      services: {
        label: 'Choose a service',
        servicesList: services.map((service) => ({ ...service, price: servicePrice(service, buyer) })),
      },
      sampleRates: [...SAMPLE_RATES],
      deliverables: [...DELIVERABLES],
    },
  ]);
}

const minutesOf = (slot: queries.SlotRow): number => slot.starts_at.until(slot.ends_at).total('minutes');

/** A musician's slots as the caller's picker shows them (docs/product/calendar.md#slots-in-the-picker). */
export async function listSlots(
  ctx: SignedInCtx,
  { params, query }: InputOf<typeof listSlotsEndpoint>,
): Promise<Result<ResponseOf<typeof listSlotsEndpoint>, ProblemOf<typeof listSlotsEndpoint>>> {
  const { db, now, actor } = ctx;
  const musician = await shownMusician(db, params.id);
  if (musician === undefined) return fail('not_found');
  const { has_limitations } = await entitlements(db, actor.id, now);
  const { booking_priority_end } = await limitations(ctx);
  const rows = await queries.pickerSlots(db, {
    musicianId: musician.id,
    viewerId: actor.id,
    // A slot that begins at this very instant is past; instants are whole milliseconds.
    from: now.add({ milliseconds: 1 }),
    until: lookAhead(now, actor.zone, query.days),
    now,
  });
  const slots = rows.map((slot) => {
    const restricted = isRestricted(slot.starts_at, { has_limitations, booking_priority_end }, now);
    return {
      id: slot.id,
      start_date: slot.starts_at.toString(),
      duration: minutesOf(slot),
      status: slot.status,
      service_category: slot.category,
      slot_type: slot.slot_type,
      displayStatus: 'shown' as const,
      mine: slot.mine,
      held_until: slot.held_until?.toString() ?? null,
      restricted,
      open_from: restricted ? opensAt(slot.starts_at, booking_priority_end).toString() : null,
    };
  });
  return ok({ slots, total: slots.length });
}

/** A musician's slots from the first to the last day, both included, with who booked them; for them and operators. */
export async function musicianCalendar(
  { db, now }: SignedInCtx,
  { musicianId, ...query }: InputOf<typeof musicianCalendarEndpoint>['query'] & { musicianId: string },
): Promise<Result<ResponseOf<typeof musicianCalendarEndpoint>, ProblemOf<typeof musicianCalendarEndpoint>>> {
  const [first, last] = [Temporal.PlainDate.from(query.from_date), Temporal.PlainDate.from(query.to_date)];
  const days = first.until(last, { largestUnit: 'days' }).days;
  if (days < 0 || days > MAX_CALENDAR_DAYS) return fail('bad_range');
  const rows = await queries.calendarSlots(db, {
    musicianId,
    from: startOfDay(first, query.timezone),
    until: startOfDay(last.add({ days: 1 }), query.timezone),
    now,
  });
  const busy = await busyBetween(db, {
    musicianId,
    from: startOfDay(first, query.timezone),
    until: startOfDay(last.add({ days: 2 }), query.timezone),
  });
  const slots = rows.map((slot) => ({
    id: slot.id,
    start_date: slot.starts_at.toString(),
    duration: minutesOf(slot),
    status: slot.status,
    service_category: slot.category,
    slot_type: slot.slot_type,
    displayStatus: slot.hidden ? ('hidden' as const) : ('shown' as const),
    busy: slot.hidden ? busyDuring(slot, busy) : null,
    session_id: slot.session_id,
    client_name: slot.client_name,
    offered_until: slot.offered_until?.toString() ?? null,
  }));
  return ok({ slots, total: slots.length });
}

const isBefore = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b) < 0;

/** The other calendar that is busy during a slot; null: none is. */
function busyDuring({ starts_at, ends_at }: queries.SlotRow, busy: readonly NamedBusy[]): string | null {
  return busy.find(({ from, to }) => isBefore(from, ends_at) && isBefore(starts_at, to))?.calendar ?? null;
}
