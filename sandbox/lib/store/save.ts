import type { PoolClient } from 'pg';

/** What a sandbox keeps beside an object and never answers. */
export interface Hidden {
  /** The clock that the object lives by. */
  clock?: string | null;
  /** When time alone changes the object next. */
  due?: number | null;
}

/** An object within a transaction. */
export interface Saved {
  readonly id: string;
  readonly kind: string;
  readonly data: object;
  readonly hidden: Hidden;
  deleted: boolean;
  /** As it stands in the database; null before the first write. */
  written: string | null;
  /** As the last event told it; read for events only, since most objects are only looked at. */
  told: (() => object) | null;
}

/** What each provider's objects say in their own way. */
export interface Reading {
  /** Whose object it is. */
  readonly customer: (row: Saved) => string | null;
  readonly clock: (row: Saved) => string | null;
  readonly eventType: (event: object) => string;
}

const sum = ({ data, hidden, deleted }: Pick<Saved, 'data' | 'hidden' | 'deleted'>): string =>
  JSON.stringify([data, hidden, deleted]);

/** A row as it was read. */
export function loaded(row: Pick<Saved, 'id' | 'kind' | 'data' | 'hidden' | 'deleted'>): Saved {
  const written = sum(row);
  return { ...row, written, told: () => (JSON.parse(written) as [object])[0] };
}

/** Writes what has changed, in one statement, and a delivery for each new event and interested endpoint. */
export async function save(
  { client, schema, now }: { client: PoolClient; schema: string; now: number },
  held: ReadonlyMap<string, Saved>,
  reading: Reading,
): Promise<void> {
  const changed: object[] = [];
  const events: Saved[] = [];
  for (const row of held.values()) {
    const written = sum(row);
    if (written === row.written) continue;
    if (row.kind === 'event' && row.written === null) events.push(row);
    row.written = written;
    const { id, kind, data, hidden, deleted } = row;
    const clock = hidden.clock ?? reading.clock(row);
    const due = hidden.due ?? null;
    changed.push({ id, kind, customer: reading.customer(row), clock, due, deleted, data, hidden });
  }
  if (changed.length === 0) return;
  await client.query(
    `insert into ${schema}.objects (id, kind, customer, clock, due, deleted, data, hidden)
     select id, kind, customer, clock, due, deleted, data, hidden
     from jsonb_to_recordset($1::jsonb) as r
       (id text, kind text, customer text, clock text, due bigint, deleted boolean, data jsonb, hidden jsonb)
     on conflict (id) do update set customer = excluded.customer, clock = excluded.clock, due = excluded.due,
       deleted = excluded.deleted, data = excluded.data, hidden = excluded.hidden`,
    [JSON.stringify(changed)],
  );
  if (events.length === 0) return;
  const rows = events.map(({ id: event, data, hidden }, nr) => {
    const customer = (hidden as { customer?: string | null }).customer ?? null;
    return { nr, event, type: reading.eventType(data), customer };
  });
  await client.query(
    `insert into ${schema}.deliveries (event, endpoint, customer, state, due)
     select e.event, w.id, e.customer,
       case when coalesce((s.value ->> 'hold')::boolean, false) then 'held' else 'pending' end,
       $2::bigint * 1000 + coalesce((s.value ->> 'delay')::bigint, 0)
     from jsonb_to_recordset($1::jsonb) as e (event text, type text, customer text, nr int)
     join ${schema}.objects w on w.kind = 'webhook_endpoint' and not w.deleted
       and w.data ->> 'status' = 'enabled'
       and (w.data -> 'enabled_events' ? '*' or w.data -> 'enabled_events' ? e.type)
     left join ${schema}.settings s on s.name = 'delivery'
     cross join lateral generate_series(1, coalesce((s.value ->> 'copies')::int, 1))
     order by e.nr`,
    [JSON.stringify(rows), now],
  );
}
