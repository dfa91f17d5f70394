-- Weekly hours are versions now: in force from a day on, until another (exclusive). Rows of before have always been in
-- force; the default stays for an earlier release that runs beside this one.
alter table weekly_hours
  add column valid_from date not null default '2000-01-01',
  add column valid_until date,
  add constraint weekly_hours_validity check (valid_until > valid_from),
  drop constraint weekly_hours_musician_id_weekday_starts_category_key,
  add constraint weekly_hours_no_overlap exclude using gist (
    musician_id with =, category with =, daterange(valid_from, valid_until) with &&,
    int4range(
      (weekday - 1) * 1440 + (extract(epoch from starts) / 60)::integer,
      (weekday - 1) * 1440 + (extract(epoch from starts) / 60)::integer + unit_minutes) with &&);

-- Takes the place of `holidays`, which stays for one release, unread. Without times it is whole days; with them the same
-- hours of each of its days.
create table time_off (
  id uuid primary key,
  musician_id uuid not null references musicians on delete cascade,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  from_time time,
  to_time time check (from_time is null or to_time > from_time),
  every_year boolean not null default false,
  note text not null default '' check (length(note) <= 200),
  created_at timestamptz not null
);
create index time_off_musician on time_off (musician_id, from_day);
insert into time_off (id, musician_id, from_day, to_day, created_at)
  select gen_random_uuid(), musician_id, day, day, day from holidays;

-- What each change of a schedule replaced, for undo. `version` is the schedule's after the change.
create table schedule_changes (
  id uuid primary key,
  musician_id uuid not null references musicians on delete cascade,
  version integer not null,
  at timestamptz not null,
  kind text not null,
  before jsonb not null,
  unique (musician_id, version)
);
alter table musicians add column schedule_version integer not null default 0;

-- Hours and time off tell of their changes as slots do: where they change no slot, the musician's other windows follow.
create trigger live_insert after insert on weekly_hours referencing new table as changed
  for each statement execute function live_slots();
create trigger live_delete after delete on weekly_hours referencing old table as changed
  for each statement execute function live_slots();
create trigger live_insert after insert on time_off referencing new table as changed
  for each statement execute function live_slots();
create trigger live_delete after delete on time_off referencing old table as changed
  for each statement execute function live_slots();
