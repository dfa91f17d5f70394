-- The calendar's published reads. Now is always an argument.

-- Slots of a musician that nobody has: shown, in the future, and overlapped by no claim that is booked or
-- held beyond the instant given. An expired hold is free at the instant it expires.
create or replace function slot_is_free(slot_musician uuid, slot_during tstzrange, at_instant timestamptz)
returns boolean language sql stable as $$
  select not exists (
    select 1 from slot_claims c
    where c.musician_id = slot_musician and c.during && slot_during
      and (c.held_until is null or c.held_until > at_instant)
  )
$$;

-- When a musician is next free, and until when that answer holds: until that slot starts, or until an earlier
-- slot's hold runs out. Readers trust the stored pair before stale_at and ask this function after it.
create or replace function musician_next_free(of_musician uuid, at_instant timestamptz)
returns table (next_free_at timestamptz, stale_at timestamptz) language sql stable as $$
  with free as (
    select s.starts_at from slots s
    where s.musician_id = of_musician and not s.hidden and s.starts_at > at_instant
      and slot_is_free(s.musician_id, s.during, at_instant)
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
