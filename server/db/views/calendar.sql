-- The calendar's published reads. Now is always an argument.

-- A musician's times from an instant on that somebody has: claims that are booked, or held or offered beyond the other
-- instant, but those of one session. Read once for many slots: comparing each with each claim took 25 times as long.
create or replace function taken_times(
  of_musician uuid, from_at timestamptz, at_instant timestamptz, but_session integer default null)
returns tstzmultirange language sql stable as $$
  select coalesce(range_agg(c.during), '{}') from slot_claims c
  where c.musician_id = of_musician and c.during && tstzrange(from_at, null)
    and (c.held_until is null or c.held_until > at_instant)
    -- Offers have no session.
    and (c.session_id is null or c.session_id is distinct from but_session)
$$;

-- When a musician is next free, and until when that answer holds: until that slot starts, or until an earlier
-- slot's hold runs out. Readers trust the stored pair before stale_at and ask this function after it.
create or replace function musician_next_free(of_musician uuid, at_instant timestamptz)
returns table (next_free_at timestamptz, stale_at timestamptz) language sql stable as $$
  with free as (
    select s.starts_at from slots s
    where s.musician_id = of_musician and not s.hidden and s.starts_at > at_instant
      and not exists (
        select 1 from slot_claims c
        where c.musician_id = s.musician_id and c.during && s.during
          and (c.held_until is null or c.held_until > at_instant))
    order by s.starts_at limit 1
  ), held as (
    select min(c.held_until) as runs_out from slot_claims c
    join slots s on s.musician_id = c.musician_id and s.during && c.during
    where c.musician_id = of_musician and c.held_until > at_instant
      and not s.hidden and s.starts_at > at_instant
      and s.starts_at < coalesce((select starts_at from free), 'infinity')
  )
  select (select starts_at from free),
    least((select starts_at from free), (select runs_out from held))
$$;

-- A musician's slots that start in [from_at, to_at) as they stand at an instant: `status` by all live claims that
-- overlap, `held_until` the latest end of the holds where nothing is booked, `session_id` of the live claim on the slot
-- itself, `blocked_by` the sessions of all that overlap (null: an offer of the waiting list). Dropped first: its columns
-- have changed.
drop function if exists slots_between(uuid, timestamptz, timestamptz, timestamptz);
create function slots_between(
  of_musician uuid, from_at timestamptz, to_at timestamptz, at_instant timestamptz)
returns table (
  id uuid, starts_at timestamptz, ends_at timestamptz, category text, slot_type text, hidden boolean,
  status text, held_until timestamptz, session_id integer, blocked_by integer[])
language sql stable as $$
  select s.id, s.starts_at, s.ends_at, s.category, s.slot_type, s.hidden,
    case when taken.by is null then 'available' when taken.booked then 'booked' else 'prebooked' end,
    case when not taken.booked then taken.held_until end, taken.own, coalesce(taken.by, '{}')
  from slots s
  left join lateral (
    select bool_or(c.held_until is null) as booked, max(c.held_until) as held_until, array_agg(c.session_id) as by,
      max(c.session_id) filter (where c.slot_id = s.id) as own
    from slot_claims c
    where c.musician_id = s.musician_id and c.during && s.during
      and (c.held_until is null or c.held_until > at_instant)
  ) taken on true
  where s.musician_id = of_musician and s.starts_at >= from_at and s.starts_at < to_at
$$;
