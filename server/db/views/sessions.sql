-- Sessions as they stand at an instant: what time alone changes is computed, never stored by a job.
-- The same as effectiveStatus in shared/sessions/rules.ts; a test holds the two against each other.
create or replace function listed_sessions_at(at_instant timestamptz)
returns table (id integer, client_id uuid, musician_id uuid, starts_at timestamptz, listed_at timestamptz,
  effective_status text, past boolean) language sql stable as $$
  select s.id, s.client_id, s.musician_id, s.starts_at, least(s.starts_at, s.cancelled_at),
    case when s.phase = 'booked' and s.ends_at <= at_instant and s.status in
        ('client_files_upload_required', 'client_files_pending_review', 'client_files_update_required',
         'partner_ready_to_go')
      then 'partner_upload_required' else s.status end,
    s.phase = 'cancelled' or s.ends_at <= at_instant
  from sessions s
  where s.phase <> 'hold'
$$;

create or replace function sessions_at(at_instant timestamptz)
returns table (id integer, effective_status text, past boolean) language sql stable as $$
  select s.id, s.effective_status, s.past from listed_sessions_at(at_instant) s
$$;

-- Whose a session is: what a claim on a slot points to.
create or replace view session_clients as
  select s.id as session_id, s.client_id, s.phase from sessions s;

-- What clients wrote with their ratings and the operator has not hidden, of sessions that took place.
create or replace view session_comments as
  select r.session_id, s.musician_id, s.ends_at, p.name as client_name, r.stars, r.comment, r.created_at
  from ratings r
  join sessions s on s.id = r.session_id and s.phase = 'booked'
  join people p on p.id = s.client_id
  where r.hidden_at is null and r.comment is not null and r.comment <> '';

-- How many minutes after their end a musician delivered the files of sessions, of the latest 200 that ended in
-- [from_at, to_at); 0 where the files came before the end.
create or replace function musician_deliveries(of_musician uuid, from_at timestamptz, to_at timestamptz)
returns table (minutes double precision) language sql stable as $$
  select greatest(0, extract(epoch from d.at - s.ends_at) / 60)
  from (
    select id, ends_at from sessions
    where musician_id = of_musician and phase = 'booked' and ends_at >= from_at and ends_at < to_at
    order by starts_at desc limit 200
  ) s
  cross join lateral (
    select min(e.at) as at from session_events e
    where e.session_id = s.id and e.to_status = 'partner_deliverables_ready'
  ) d
  where d.at is not null
$$;
