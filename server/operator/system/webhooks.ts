import type { InputOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/system/contract-queues.ts';
import { SYSTEM_PAGE } from '#shared/operator/system/rules-system.ts';
import { SYNC_QUEUE } from '../../billing/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from './queries-queues.ts';

/** A page of payment providers' events, the last received first (docs/product/operator.md#received-webhooks). */
export async function listWebhooks(
  { db }: Pick<Ctx, 'db'>,
  { query }: InputOf<typeof contract.listWebhooks>,
): Promise<Result<ResponseOf<typeof contract.listWebhooks>, never>> {
  const rows = await queries.webhooks(db, query, SYSTEM_PAGE + 1);
  const page = rows.slice(0, SYSTEM_PAGE);
  const isWaiting = page.some(({ handled_at }) => handled_at === null);
  const failures = isWaiting ? await queries.syncFailures(db, SYNC_QUEUE) : [];
  const failureOf = (event: (typeof page)[number]): string | null =>
    failures.find(
      ({ customer_id, event_id }) =>
        event_id === event.id || (customer_id !== null && customer_id === event.customer_id),
    )?.failure ?? null;
  const listed = page.map((event) => ({
    id: event.id,
    provider: event.provider,
    type: event.type,
    object_id: event.object_id,
    created_at: event.created_at.toString(),
    received_at: event.received_at.toString(),
    handled_at: event.handled_at?.toString() ?? null,
    person: event.person_id === null ? null : { id: event.person_id, name: event.person_name ?? '' },
    failure: event.handled_at === null ? failureOf(event) : null,
  }));
  return ok({ webhooks: listed, next: rows.length > SYSTEM_PAGE ? (listed.at(-1)?.id ?? null) : null });
}
