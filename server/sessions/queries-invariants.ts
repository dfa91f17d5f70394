import { sql } from 'kysely';
import { TRANSITIONS } from '#shared/sessions/rules.ts';
import type { Invariant } from '../db/invariants.ts';

/** The status table as rows: actor, from, event, to. */
const ALLOWED = TRANSITIONS.flatMap(({ from, event, to, who }) =>
  from.flatMap((status) => who.map((actor) => sql`(${status}, ${event}, ${to}, ${actor})`)),
);

/** Invariants of sessions, their claims on slots and their price. */
export const SESSION_INVARIANTS: readonly Invariant[] = [
  {
    holds:
      'A booked session cost its price; a cancelled one its price, nothing or credits that came back before; a hold nothing.',
    violations: sql`
      with moved as not materialized (
        select e.id, e.session_id, e.delta, coalesce(l.origin_lot_id, l.id) as origin
        from credit_entries e join credit_lots l on l.id = e.lot_id
        -- Credits of a lot that is closed come back as a lot. What a managed client is granted names the session, too.
        where e.reason <> 'grant' or l.source = 'refund'),
      cost as (
        select s.id, s.phase, s.price, count(m.id) as entries, coalesce(-sum(m.delta), 0) as credits
        from sessions s left join moved m on m.session_id = s.id group by s.id)
      select id from cost c
      where case phase
        when 'booked' then credits <> price
        -- Some of it is lost only where its lot has a refund lot of another session (docs/product/credits.md#refunds).
        when 'cancelled' then credits not between 0 and price or (credits not in (0, price) and exists (
          select from (select origin from moved where session_id = c.id group by origin having sum(delta) < 0) kept
          where not exists (
            select from credit_lots r
            where r.origin_lot_id = kept.origin and r.grant_key not like 'refund:' || c.id || ':%')))
        else entries > 0 end`,
  },
  {
    holds: "A session is paid with its own client's credits.",
    violations: sql`
      select s.id from sessions s join credit_entries e on e.session_id = s.id
        join credit_lots l on l.id = e.lot_id
      where l.person_id <> s.client_id group by s.id`,
  },
  {
    holds: 'A session that stands has its slots claimed, exactly.',
    violations: sql`
      select s.id from sessions s left join slot_claims c on c.session_id = s.id
      where s.phase <> 'cancelled' group by s.id
      -- A hold that has run out may have been taken over: then it has none.
      having case when count(c.slot_id) = 0 then s.phase <> 'hold'
        else min(lower(c.during)) <> s.starts_at or max(upper(c.during)) <> s.ends_at
          or bool_or(c.held_until is distinct from s.held_until) or bool_or(c.musician_id <> s.musician_id) end`,
  },
  {
    holds: 'A cancelled session claims no slot.',
    violations: sql`
      select s.id from sessions s join slot_claims c on c.session_id = s.id
      where s.phase = 'cancelled' group by s.id`,
  },
  {
    holds: 'Every change of status is one that the status table allows, by somebody who may make it.',
    violations: sql`
      select e.session_id from session_events e join sessions s on s.id = e.session_id
      where case when e.event = 'rescheduled' then e.from_status <> e.to_status
        else (e.from_status, e.event, e.to_status, case
            when e.actor_id is null then 'time' when e.actor_id = s.client_id then 'client'
            when e.actor_id = s.musician_id then 'partner' else 'operator' end)
          not in (${sql.join(ALLOWED)}) end
      group by e.session_id`,
  },
  {
    holds: "A session's record is one chain from its hold to its status.",
    violations: sql`
      select session_id from (
        select session_id, from_status, lag(to_status, 1, 'prebooked') over w as before,
          to_status, lead(e.id) over w as next, s.status
        from session_events e join sessions s on s.id = e.session_id
        window w as (partition by session_id order by e.at, e.id)
      ) chain where from_status <> before or (next is null and to_status <> status) group by session_id
      union all
      select s.id from sessions s
      where s.phase <> 'hold' and not exists (select from session_events e where e.session_id = s.id)`,
  },
  {
    holds: "A musician's stars are those of the ratings.",
    violations: sql`
      select m.person_id from musicians m
      left join sessions s on s.musician_id = m.person_id left join ratings r on r.session_id = s.id
      group by m.person_id having m.rating_count <> count(r.session_id) or m.rating_sum <> coalesce(sum(r.stars), 0)`,
  },
];
