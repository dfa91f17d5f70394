import type { listWaits as listWaitsEndpoint, Wait } from '#shared/booking/contract-waiting.ts';
import { daysOf } from '#shared/booking/rules-waiting.ts';
import { servicePrice } from '#shared/catalogue/rules.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { entitlements } from '../../billing/service.ts';
import type { Actor, SignedInCtx } from '../../ctx/ctx.ts';
import type { Db } from '../../db/transaction.ts';
import * as queries from './queries.ts';

/** The lists that the caller is in, oldest first. */
export async function listWaits({
  db,
  actor,
  now,
}: SignedInCtx): Promise<Result<ResponseOf<typeof listWaitsEndpoint>, never>> {
  return ok({ waiting: await waitsOf(db, actor, now) });
}

/** A person's waits as they are sent. */
export async function waitsOf(db: Db, { id }: Pick<Actor, 'id'>, now: Temporal.Instant): Promise<Wait[]> {
  const rows = await queries.waitsOf(db, id, now);
  if (rows.length === 0) return [];
  const buyer = await entitlements(db, id, now);
  return rows.map((row) => ({
    id: row.id,
    partner: { id: row.musician_id, slug: row.slug, name: row.name, avatar: row.avatar },
    service: { id: row.service_id, label: row.label, is_stopped: row.is_stopped },
    days: daysOf(row.days),
    from: row.from,
    to: row.to,
    timezone: row.zone,
    created_at: row.created_at.toString(),
    position: row.position,
    offer: offerOf(row, servicePrice(row, buyer)),
  }));
}

type Row = Awaited<ReturnType<typeof queries.waitsOf>>[number];

function offerOf({ offer_id, starts_at, ends_at, expires_at }: Row, price: number): Wait['offer'] {
  if (offer_id === null || starts_at === null || ends_at === null || expires_at === null) return null;
  return {
    id: offer_id,
    start_date: starts_at.toString(),
    end_date: ends_at.toString(),
    expires_at: expires_at.toString(),
    price,
  };
}
