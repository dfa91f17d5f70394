import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import { fixed } from '../db/fixed.ts';

const freeTimesRefresh = fixed(
  (_, { musicianId, now }: { musicianId: string; now: Temporal.Instant }) =>
    sql`select refresh_free_times(array[${musicianId}::uuid], ${now})`,
);

const freeTimesRefreshNear = fixed(
  (_, { musicianId, changed, now }: { musicianId: string; changed: string; now: Temporal.Instant }) =>
    sql`select refresh_free_times_near(${musicianId}, ${changed}::tstzmultirange, ${now})`,
);

/** From an instant until before another. */
export interface Times {
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

const freeEndRefresh = fixed(
  (_, { musicianId, now }: { musicianId: string; now: Temporal.Instant }) => sql`
    update musicians m set next_free_at = n.next_free_at, next_free_stale_at = n.stale_at,
      openings_stale_at = least(m.openings_at + interval '7 days',
        (select min(c.held_until) from slot_claims c
          where c.musician_id = ${musicianId} and c.during && tstzrange(${now}, null) and c.held_until > ${now}))
    from musician_next_free(${musicianId}, ${now}) n
    where m.person_id = ${musicianId} and m.openings_at <= ${now} and m.openings_stale_at > ${now}`,
);

/** Stores anew until when the stored free times hold. Where they no longer do, they are left to whoever stores them. */
export async function refreshFreeEnd(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<void> {
  await freeEndRefresh.count(tx, { musicianId, now });
}

/** With `changed` only what the slots and claims of these times can have changed; else all. */
export async function refreshNextFree(
  tx: Tx,
  musicianId: string,
  now: Temporal.Instant,
  changed?: readonly Times[],
): Promise<void> {
  if (changed === undefined) await freeTimesRefresh.all(tx, { musicianId, now });
  else {
    const ranges = changed.map(({ starts_at, ends_at }) => `[${starts_at.toString()},${ends_at.toString()})`);
    await freeTimesRefreshNear.all(tx, { musicianId, changed: `{${ranges.join(',')}}`, now });
  }
}
