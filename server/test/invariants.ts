import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../db/database.ts';

/** What must hold in every database at every instant, by name; each query finds what breaks it. */
const INVARIANTS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'what remains of a lot is the sum of its entries': sql`
    select l.id from credit_lots l left join credit_entries e on e.lot_id = l.id
    group by l.id having l.remaining <> coalesce(sum(e.delta), 0) or l.remaining not between 0 and l.amount`,
  'a booked session cost its price; a cancelled one its price or nothing; a hold nothing': sql`
    select s.id from sessions s left join credit_entries e on e.session_id = s.id group by s.id
    having case s.phase
      when 'booked' then coalesce(-sum(e.delta), 0) <> s.price
      when 'cancelled' then coalesce(-sum(e.delta), 0) not in (0, s.price)
      else count(e.id) > 0 end`,
  'a session that stands has its slots claimed, exactly': sql`
    select s.id from sessions s left join slot_claims c on c.session_id = s.id
    where s.phase <> 'cancelled' group by s.id
    having count(c.slot_id) = 0 or min(lower(c.during)) <> s.starts_at or max(upper(c.during)) <> s.ends_at
      or bool_or(c.held_until is distinct from s.held_until) or bool_or(c.musician_id <> s.musician_id)`,
  'a cancelled session claims nothing': sql`
    select s.id from sessions s join slot_claims c on c.session_id = s.id where s.phase = 'cancelled'`,
  'every confirmed session has its conversation': sql`
    select s.id from sessions s left join threads t on t.session_id = s.id
    where s.phase <> 'hold' and t.id is null`,
  "a session's record is one chain that ends in its status": sql`
    select session_id from (
      select session_id, from_status, lag(to_status, 1, 'prebooked') over w as before,
        to_status, lead(e.id) over w as next, s.status
      from session_events e join sessions s on s.id = e.session_id window w as (partition by session_id order by e.at, e.id)
    ) chain where from_status <> before or (next is null and to_status <> status)`,
  'no file is still an upload, and none is to be deleted': sql`
    select f.id from files f join uploads u on u.key = f.key
    union all select f.id from files f join doomed_objects d on d.key = f.key`,
  "a musician's stars are those of the ratings": sql`
    select m.person_id from musicians m
    left join sessions s on s.musician_id = m.person_id left join ratings r on r.session_id = s.id
    group by m.person_id having m.rating_count <> count(r.session_id) or m.rating_sum <> coalesce(sum(r.stars), 0)`,
  'a kept answer is whole': sql`select key from idempotency where status is null or body is null`,
};

/** The names of the invariants that do not hold, each with how often. */
export async function brokenInvariants(db: Database): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of Object.entries(INVARIANTS)) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) broken.push(`${name}: ${rows.length}, such as ${JSON.stringify(rows[0])}`);
  }
  return broken;
}
