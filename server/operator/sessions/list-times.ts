import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-session-verbs.ts';
import type { listMoveTimes as listMoveTimesEndpoint } from '#shared/operator/contract-session.ts';
import { hasCredits } from '#shared/operator/rules-people.ts';
import { freeTimes, maySession, type FreeTime } from '#shared/operator/rules-sessions.ts';
import { findPerson } from '../../accounts/service.ts';
import { entitlements } from '../../billing/service.ts';
import { musicianById, serviceForBooking, serviceForMoving, servicesOf } from '../../catalogue/service.ts';
import { balance } from '../../credits/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { reading, together } from '../../db/pipeline.ts';
import * as sessions from './queries-session.ts';
import * as queries from './queries-times.ts';

const toTime = ({ starts_at, ends_at }: FreeTime) => ({
  starts_at: starts_at.toString(),
  ends_at: ends_at.toString(),
});

/** The times to which a session can be moved: none when it cannot, or its musician no longer offers the service. */
export async function listMoveTimes(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { params: { id } }: InputOf<typeof listMoveTimesEndpoint>,
): Promise<Result<ResponseOf<typeof listMoveTimesEndpoint>, ProblemOf<typeof listMoveTimesEndpoint>>> {
  const session = await sessions.sessionById(db, id);
  if (session === undefined) return fail('not_found');
  const { musician_id: musicianId, service_id: serviceId, client_id, duration } = session;
  const [service, buyer] = await Promise.all([
    serviceForMoving(db, { musicianId, serviceId }),
    entitlements(db, client_id, now),
  ]);
  if (service === undefined || !maySession('move', session, now).allowed) return ok({ times: [] });
  const { category, unit_minutes: unitMinutes } = service;
  const slots = await queries.offeredSlots(db, { musicianId, category, unitMinutes, ownSession: id, now });
  const many = Math.ceil(duration / unitMinutes);
  const times = freeTimes(slots, { service, many, buyer, zone: session.client_zone, now });
  return ok({ times: times.filter(({ starts_at }) => !starts_at.equals(session.starts_at)).map(toTime) });
}

/** The times that can be booked for a client, and what each costs (docs/product/operator.md#booking-a-session). */
export async function listBookingTimes(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { query }: InputOf<typeof contract.listBookingTimes>,
): Promise<
  Result<ResponseOf<typeof contract.listBookingTimes>, ProblemOf<typeof contract.listBookingTimes>>
> {
  const { client: clientId, musician: musicianId, service: serviceId, units } = query;
  const [client, service, buyer, { total }] = await reading(db, (one) =>
    together([
      findPerson(one, clientId),
      serviceForBooking(one, { musicianId, serviceId }),
      entitlements(one, clientId, now),
      balance(one, clientId, now),
    ]),
  );
  if (client === undefined || !hasCredits(client.role) || service === undefined) return fail('not_found');
  const { category, unit_minutes: unitMinutes } = service;
  const slots = await queries.offeredSlots(db, { musicianId, category, unitMinutes, ownSession: null, now });
  const many = service.slots * units;
  const times = freeTimes(slots, { service, many, buyer, zone: client.zone, now });
  return ok({
    times: times.map((time) => ({ ...toTime(time), price: time.cost })),
    credits: client.role === 'managed' ? null : total,
  });
}

/** The services of a musician; none of somebody who is none. */
export async function listBookableServices(
  { db }: Pick<Ctx, 'db'>,
  { params: { id } }: InputOf<typeof contract.listBookableServices>,
): Promise<Result<ResponseOf<typeof contract.listBookableServices>, never>> {
  const [musician, offered] = await Promise.all([musicianById(db, id), servicesOf(db, id)]);
  const services = offered.map((service) => ({
    id: service.id,
    label: service.label,
    minutes: service.slots * service.unit_minutes,
    is_offline: musician?.sessions_type === 'offline' || service.session_type === 'offline',
  }));
  return ok({ services });
}
