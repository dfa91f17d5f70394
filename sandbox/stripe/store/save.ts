import type { PoolClient } from 'pg';
import type { Hidden, Kind, Kinds } from './kinds.ts';
import { clockOf, customerOf } from './reference.ts';

/** An object within a transaction. */
export interface Saved {
  readonly kind: Kind;
  readonly data: { id: string };
  readonly hidden: Hidden;
  deleted: boolean;
  /** As it stands in the database; null before the first write. */
  written: string | null;
  /** As the last event told it. */
  told: object | null;
}

/** Writes what has changed, in one statement, and a delivery for each new event and interested endpoint. */
export async function save(client: PoolClient, held: ReadonlyMap<string, Saved>, now: number): Promise<void> {
  const changed: unknown[] = [];
  const events: Saved[] = [];
  for (const row of held.values()) {
    const written = JSON.stringify([row.data, row.hidden, row.deleted]);
    if (written === row.written) continue;
    if (row.kind === 'event' && row.written === null) events.push(row);
    row.written = written;
    changed.push({
      id: row.data.id,
      kind: row.kind,
      customer: row.kind === 'customer' ? row.data.id : customerOf(row.data),
      clock: row.hidden.clock ?? clockOf(row.data),
      due: row.hidden.due ?? null,
      deleted: row.deleted,
      data: row.data,
      hidden: row.hidden,
    });
  }
  if (changed.length === 0) return;
  await client.query(
    `insert into sandbox_stripe.objects (id, kind, customer, clock, due, deleted, data, hidden)
     select id, kind, customer, clock, due, deleted, data, hidden
     from jsonb_to_recordset($1::jsonb) as r
       (id text, kind text, customer text, clock text, due bigint, deleted boolean, data jsonb, hidden jsonb)
     on conflict (id) do update set customer = excluded.customer, clock = excluded.clock, due = excluded.due,
       deleted = excluded.deleted, data = excluded.data, hidden = excluded.hidden`,
    [JSON.stringify(changed)],
  );
  if (events.length > 0) await queue(client, events, now);
}

async function queue(client: PoolClient, events: readonly Saved[], now: number): Promise<void> {
  const rows = events.map((row, nr) => ({
    nr,
    event: row.data.id,
    type: (row.data as Kinds['event']).type,
    customer: (row.hidden as { customer?: string | null }).customer ?? null,
  }));
  await client.query(
    `insert into sandbox_stripe.deliveries (event, endpoint, customer, state, due)
     select e.event, w.id, e.customer,
       case when coalesce((s.value ->> 'hold')::boolean, false) then 'held' else 'pending' end,
       $2::bigint * 1000 + coalesce((s.value ->> 'delay')::bigint, 0)
     from jsonb_to_recordset($1::jsonb) as e (event text, type text, customer text, nr int)
     join sandbox_stripe.objects w on w.kind = 'webhook_endpoint' and not w.deleted
       and w.data ->> 'status' = 'enabled'
       and (w.data -> 'enabled_events' ? '*' or w.data -> 'enabled_events' ? e.type)
     left join sandbox_stripe.settings s on s.name = 'delivery'
     cross join lateral generate_series(1, coalesce((s.value ->> 'copies')::int, 1))
     order by e.nr`,
    [JSON.stringify(rows), now],
  );
}
