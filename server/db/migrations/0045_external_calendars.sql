-- Other calendars of musicians, read by their ICS addresses. The address is a secret that is needed as it is; it is never
-- shown or logged again. `parsed_at`: the last reading of the whole calendar, in the zone `parsed_zone`.
create table external_calendars (
  id uuid primary key,
  musician_id uuid not null references musicians on delete cascade,
  name text not null check (length(name) between 1 and 60),
  url text not null check (length(url) <= 2000),
  added_at timestamptz not null,
  read_at timestamptz not null,
  last_ok_at timestamptz not null,
  next_read_at timestamptz not null,
  parsed_at timestamptz,
  parsed_zone text,
  etag text,
  skipped integer not null default 0,
  failure text,
  failures integer not null default 0,
  constraint external_calendars_address unique (musician_id, url)
);
create index external_calendars_due on external_calendars (next_read_at);

-- When a calendar is busy, without what it is about; `musician_id` is the calendar's.
create table busy_times (
  calendar_id uuid not null references external_calendars on delete cascade,
  musician_id uuid not null references musicians on delete cascade,
  during tstzrange not null check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  primary key (calendar_id, during)
);
create index busy_times_musician on busy_times using gist (musician_id, during);

-- A busy time during a booked session, of which musician and studio were told; once for both.
create table calendar_conflicts (
  session_id integer not null references sessions on delete cascade,
  during tstzrange not null,
  musician_id uuid not null references musicians on delete cascade,
  calendar text not null,
  found_at timestamptz not null,
  primary key (session_id, during)
);
create index calendar_conflicts_found on calendar_conflicts (musician_id, found_at);

-- Busy times may change no slot; the musician's windows still show them.
create trigger live_insert after insert on busy_times referencing new table as changed
  for each statement execute function live_slots();
create trigger live_delete after delete on busy_times referencing old table as changed
  for each statement execute function live_slots();
