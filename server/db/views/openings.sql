-- When a musician's services can begin. Now is always an argument (docs/product/explore.md#how-free-time-is-found).

-- Stores what musicians' free slots say at an instant: their next free time, and the openings with until when they hold
-- (the end of the first hold, at most a week). The musicians' rows are locked by the caller. Planned once for a connection:
-- planning anew took most of its time.
create or replace function refresh_free_times(of_musicians uuid[], at_instant timestamptz)
returns void language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
begin
  with taken as (
    -- One set of times for each musician: comparing each slot with each claim took most of the time.
    select asked.id as musician_id, coalesce(range_agg(c.during), '{}') as during
    from unnest(of_musicians) as asked(id)
    left join slot_claims c on c.musician_id = asked.id and c.during && tstzrange(at_instant, null)
      and (c.held_until is null or c.held_until > at_instant)
    group by asked.id
  ), free as (
    select s.musician_id, s.category, s.starts_at, s.ends_at,
      (date_part('epoch', s.ends_at - s.starts_at) / 60)::integer as unit_minutes
    from taken t join slots s on s.musician_id = t.musician_id
    where not s.hidden and s.starts_at > at_instant and s.starts_at < at_instant + interval '71 days'
      and not s.during && t.during
  ), placed as (
    select *, date_part('epoch', starts_at)::bigint as second,
      lead(starts_at) over (partition by musician_id, category, unit_minutes order by starts_at) as next_at
    from free
  ), base as (
    select musician_id, category, unit_minutes,
      coalesce(bit_or(set_bit(0::bit(6912), (second / 900 % 6912)::integer, 1)) filter (where second % 900 = 0),
        0::bit(6912)) as starts,
      bool_or(second % 900 <> 0) as off_grid,
      bool_or(next_at < ends_at or next_at > ends_at and next_at <= starts_at + interval '80 minutes') as gaps
    from placed group by musician_id, category, unit_minutes
  ), kind as (
    select b.musician_id, b.category, b.unit_minutes, v.slots, array_agg(v.id order by v.id) as services
    from base b
    join services v on v.category = b.category and v.unit_minutes = b.unit_minutes and v.offered
    join musician_services ms on ms.service_id = v.id and ms.musician_id = b.musician_id
    group by b.musician_id, b.category, b.unit_minutes, v.slots
  ), fresh as (
    select k.*,
      case when k.slots = 1 then b.starts
        when k.unit_minutes % 15 <> 0 then 0::bit(6912)
        -- A run begins where each further slot begins, too; the bits go round.
        else (select bit_and((b.starts << shift.by) | (b.starts >> (6912 - shift.by)))
              from (select n * k.unit_minutes / 15 as by from generate_series(0, k.slots - 1) n) shift)
      end as starts,
      b.off_grid or k.slots > 1 and (coalesce(b.gaps, false) or k.unit_minutes % 15 <> 0) as irregular
    from kind k join base b using (musician_id, category, unit_minutes)
  ), stored as (
    insert into musician_openings as o (musician_id, category, unit_minutes, slots, services, starts, irregular)
    select musician_id, category, unit_minutes, slots, services, starts, irregular from fresh
    on conflict (category, unit_minutes, slots, musician_id) do update
      set services = excluded.services, starts = excluded.starts, irregular = excluded.irregular
      where (o.services, o.starts, o.irregular) is distinct from
        (excluded.services, excluded.starts, excluded.irregular)
  ), gone as (
    delete from musician_openings o
    where o.musician_id = any(of_musicians) and not exists (
      select 1 from fresh f
      where f.musician_id = o.musician_id and f.category = o.category and f.unit_minutes = o.unit_minutes
        and f.slots = o.slots)
  )
  update musicians m set next_free_at = n.next_free_at, next_free_stale_at = n.stale_at, openings_at = at_instant,
    openings_stale_at = least(at_instant + interval '7 days',
      (select min(c.held_until) from slot_claims c
        where c.musician_id = m.person_id and c.during && tstzrange(at_instant, null) and c.held_until > at_instant))
  from unnest(of_musicians) as asked(id), lateral musician_next_free(asked.id, at_instant) n
  where m.person_id = asked.id;
end $$;

-- The quarters of an hour from one second to another, as bits that go round like those of openings.
create or replace function ring_bits(from_second bigint, to_second bigint)
returns bit(6912) language plpgsql immutable parallel safe as $$
declare
  first bigint := from_second / 900;
  more integer := least(to_second / 900 - first, 6911);
  place integer := first % 6912;
begin
  return case when more < 0 then 0::bit(6912)
    else (~0::bit(6912) << (6911 - more) >> place) | (~0::bit(6912) << (6911 - more + 6912 - place)) end;
end $$;

-- Does for one musician what refresh_free_times does, where since then nothing has changed but slots and claims within
-- `changed`: works out anew which bookings begin near them, or near slots that time itself has taken or brought to the end of
-- the 71 days. Where what is stored does not hold or is irregular, all of it is (docs/decisions/0100-store-what-a-booking-changes.md).
create or replace function refresh_free_times_near(of_musician uuid, changed tstzmultirange, at_instant timestamptz)
returns void language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
declare
  last_instant timestamptz := at_instant + interval '71 days';
  stored_at timestamptz;
  longest interval;
  begin_within tstzmultirange;
  read_within tstzmultirange;
  mask bit(6912) := 0::bit(6912);
  part tstzrange;
  is_whole boolean;
begin
  select m.openings_at,
    (select make_interval(mins => max(o.slots * o.unit_minutes)) from musician_openings o
      where o.musician_id = of_musician having not bool_or(o.irregular))
  into stored_at, longest from musicians m
  where m.person_id = of_musician and m.openings_at <= at_instant and m.openings_stale_at > at_instant;
  if longest is null or longest > interval '12 hours' then
    perform refresh_free_times(array[of_musician], at_instant);
    return;
  end if;

  -- Where a booking begins that has one of these slots in it, and which slots tell whether it can.
  select range_agg(tstzrange(lower(r) - longest, upper(r))),
    range_agg(tstzrange(lower(r) - 2 * longest - interval '150 minutes', upper(r) + longest + interval '80 minutes'))
  into begin_within, read_within
  from (
    -- What changed after the 71 days may overlap a slot that begins before their end.
    select unnest(changed * tstzmultirange(tstzrange(at_instant, last_instant + interval '12 hours')))
    union all
    select during from slots
    where musician_id = of_musician and not hidden and (starts_at > stored_at and starts_at <= at_instant
      or starts_at >= stored_at + interval '71 days' and starts_at < last_instant)
  ) near(r);
  if begin_within is not null then
    foreach part in array array(select unnest(begin_within)) loop
      mask := mask | ring_bits(ceil(date_part('epoch', lower(part)))::bigint + 899, floor(date_part('epoch', upper(part)))::bigint);
    end loop;
    with free as materialized (
      select s.category, (date_part('epoch', s.ends_at - s.starts_at) / 60)::integer as unit_minutes, s.starts_at, s.ends_at,
        date_part('epoch', s.starts_at)::bigint as second
      from unnest(read_within) span, lateral (
        -- Read for each span: planned as a join, all slots of the musician would be.
        select * from slots s
        where s.musician_id = of_musician and not s.hidden and s.starts_at > greatest(lower(span), at_instant)
          and s.starts_at < least(upper(span), last_instant)
        offset 0) s
      where not exists (
        select from slot_claims c where c.musician_id = of_musician and c.during && s.during
          and (c.held_until is null or c.held_until > at_instant))
    ), base as (
      select category, unit_minutes,
        coalesce(bit_or(set_bit(0::bit(6912), (second / 900 % 6912)::integer, 1)) filter (where second % 900 = 0),
          0::bit(6912)) as starts,
        bool_or(second % 900 <> 0) as off_grid,
        bool_or(next_at < ends_at or next_at > ends_at and next_at <= starts_at + interval '80 minutes') as gaps
      from (
        select *, lead(starts_at) over (partition by category, unit_minutes order by starts_at) as next_at from free) placed
      group by category, unit_minutes
    ), fresh as materialized (
      select o.category, o.unit_minutes, o.slots, (o.starts & ~mask) | (mask & case
          when b.starts is null or o.slots > 1 and o.unit_minutes % 15 <> 0 then 0::bit(6912)
          when o.slots = 1 then b.starts
          else (select bit_and((b.starts << shift.by) | (b.starts >> (6912 - shift.by)))
                from (select n * o.unit_minutes / 15 as by from generate_series(0, o.slots - 1) n) shift)
        end) as starts,
        coalesce(b.off_grid or o.slots > 1 and (coalesce(b.gaps, false) or o.unit_minutes % 15 <> 0), false) as irregular
      from musician_openings o left join base b on b.category = o.category and b.unit_minutes = o.unit_minutes
      where o.musician_id = of_musician
    ), stored as (
      update musician_openings o set starts = f.starts, irregular = f.irregular
      from fresh f
      where o.musician_id = of_musician and o.category = f.category and o.unit_minutes = f.unit_minutes
        and o.slots = f.slots and (o.starts, o.irregular) is distinct from (f.starts, f.irregular)
    )
    -- Whether a kind may have gone, or one may have come.
    select exists (select from fresh where starts = 0::bit(6912)) or exists (
      select from base b
      where not exists (select from fresh f where f.category = b.category and f.unit_minutes = b.unit_minutes)
        and exists (
          select from services v join musician_services ms on ms.service_id = v.id and ms.musician_id = of_musician
          where v.category = b.category and v.unit_minutes = b.unit_minutes and v.offered))
    into is_whole;
    if is_whole then
      perform refresh_free_times(array[of_musician], at_instant);
      return;
    end if;
  end if;

  update musicians m set next_free_at = n.next_free_at, next_free_stale_at = n.stale_at, openings_at = at_instant,
    openings_stale_at = least(at_instant + interval '7 days',
      (select min(c.held_until) from slot_claims c
        where c.musician_id = of_musician and c.during && tstzrange(at_instant, null) and c.held_until > at_instant))
  from musician_next_free(of_musician, at_instant) n
  where m.person_id = of_musician;
end $$;

-- When a musician is next free. Not inlined, so that its cost does not weigh where few rows call it.
create or replace function next_free_of(of_musician uuid, at_instant timestamptz)
returns timestamptz language sql stable as $$
  with next as (select n.next_free_at from musician_next_free(of_musician, at_instant) n)
  select next_free_at from next
$$;

-- When bookings of `run` slots in a row of a kind can begin, from the slots themselves: each lies as a whole in one of
-- the windows, and its last slot begins at `last_start` at the latest. A slot is followed by the next that may follow it
-- (docs/product/booking.md#consecutive-slots).
create or replace function openings_within(
  of_musician uuid, of_category text, unit integer, run integer, windows tstzmultirange, last_start timestamptz,
  at_instant timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz) language sql stable as $$
  with recursive free as materialized (
    select s.starts_at, s.ends_at from slots s
    where s.musician_id = of_musician and not s.hidden and s.category = of_category
      and s.starts_at > at_instant and s.starts_at >= lower(windows) and s.starts_at < upper(windows)
      and s.starts_at <= last_start
      and s.ends_at - s.starts_at = make_interval(mins => unit)
      and s.during <@ windows
      and not exists (
        select 1 from slot_claims c
        where c.musician_id = s.musician_id and c.during && s.during
          and (c.held_until is null or c.held_until > at_instant))
  ), chain as (
    select f.starts_at as first_at, f.starts_at, f.ends_at, 1 as n from free f
    union all
    select c.first_at, f.starts_at, f.ends_at, c.n + 1
    from chain c cross join lateral (
      select next.starts_at, next.ends_at from free next
      where next.starts_at >= c.ends_at and next.starts_at <= c.starts_at + interval '80 minutes'
      order by next.starts_at limit 1) f
    where c.n < run
  )
  select c.first_at, c.ends_at from chain c
  where c.n = run and tstzrange(c.first_at, c.ends_at) <@ windows
$$;

-- When the first `many` bookings of a musician's services, or of those given, can begin within the windows, by the slots
-- themselves. In PL/pgSQL, which is planned once for a connection and not with every search.
create or replace function first_openings(
  of_musician uuid, of_services uuid[], windows tstzmultirange, last_start timestamptz, at_instant timestamptz,
  many integer)
returns timestamptz[] language plpgsql stable as $$
begin
  return array(
    select distinct w.starts_at from musician_services ms
    join services v on v.id = ms.service_id and v.offered
    cross join lateral openings_within(
      of_musician, v.category, v.unit_minutes, v.slots, windows, last_start, at_instant) w
    where ms.musician_id = of_musician and (of_services is null or ms.service_id = any(of_services))
    order by w.starts_at limit many);
end $$;
