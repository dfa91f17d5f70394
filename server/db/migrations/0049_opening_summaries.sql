-- A short form of each row of openings, so that a search over weeks reads little (docs/product/explore.md#how-free-time-is-found).

-- Bit 96 * n + q: on one of the eight days from 8 * n on, one can begin in the day's quarter of an hour q.
create function openings_summary(starts bit) returns bit(864) language sql immutable parallel safe as $$
  select (substring(eight from 1 for 96) || substring(eight from 769 for 96) || substring(eight from 1537 for 96)
    || substring(eight from 2305 for 96) || substring(eight from 3073 for 96) || substring(eight from 3841 for 96)
    || substring(eight from 4609 for 96) || substring(eight from 5377 for 96) || substring(eight from 6145 for 96)
  )::bit(864)
  from (select starts | (starts << 96) as two offset 0) a,
    lateral (select two | (two << 192) as four offset 0) b,
    lateral (select four | (four << 384) as eight offset 0) c
$$;

create table opening_summaries (
  musician_id uuid not null,
  unit_minutes integer not null,
  slots integer not null,
  starts bit(864) not null,
  category text not null,
  services uuid[] not null,
  primary key (category, unit_minutes, slots, musician_id),
  foreign key (category, unit_minutes, slots, musician_id) references musician_openings on delete cascade
) with (fillfactor = 80);
alter table opening_summaries alter starts set storage plain, alter services set storage plain;
alter table musician_openings alter starts set storage plain;

create function openings_summarize() returns trigger language plpgsql as $$
begin
  insert into opening_summaries as o (musician_id, category, unit_minutes, slots, services, starts)
  values (new.musician_id, new.category, new.unit_minutes, new.slots, new.services, openings_summary(new.starts))
  on conflict (category, unit_minutes, slots, musician_id) do update
    set services = excluded.services, starts = excluded.starts
    where (o.services, o.starts) is distinct from (excluded.services, excluded.starts);
  return null;
end $$;
create trigger summarize after insert or update of services, starts on musician_openings
  for each row execute function openings_summarize();

insert into opening_summaries (musician_id, category, unit_minutes, slots, services, starts)
  select musician_id, category, unit_minutes, slots, services, openings_summary(starts) from musician_openings;

-- Whose openings only the slots tell.
create index musician_openings_irregular on musician_openings (musician_id) where irregular;
