-- Samples by which clients hear a musician: up to six, in the musician's order. The bytes are kept as sent; a preview is made of them.
create table musician_samples (
  id uuid primary key,
  musician_id uuid not null references musicians on delete cascade,
  title text not null check (length(title) between 1 and 80),
  did text not null check (length(did) <= 120),
  -- The place on the musician's page; null: not there.
  position integer check (position between 0 and 5),
  -- The sent file: its name and, once it has arrived, what names its bytes at storage. `put_id`: the upload, while it is open.
  name text not null check (length(name) >= 1),
  content_type text not null,
  size bigint not null check (size between 1 and 60000000),
  key text not null unique,
  put_id text,
  etag text,
  version text,
  state text not null check (state in ('arriving', 'kept', 'unreadable')),
  seconds double precision check (seconds > 0),
  -- The preview and the loudest sample of each of 400 equal stretches of it; null until it is made.
  preview_key text unique,
  preview_size bigint check (preview_size > 0),
  preview_etag text,
  preview_version text,
  preview_seconds double precision check (preview_seconds > 0),
  peaks bytea check (length(peaks) = 400),
  created_at timestamptz not null,
  constraint musician_samples_place unique (musician_id, position) deferrable initially deferred,
  check (position is null or state = 'kept'),
  check (state = 'arriving' or etag is not null),
  check (num_nulls(seconds, preview_key, preview_size, preview_etag, preview_seconds, peaks) in (0, 6)),
  check (preview_key is null or state = 'kept')
);
create index musician_samples_arriving on musician_samples (created_at) where state = 'arriving';
create index musician_samples_unmade on musician_samples (created_at) where state = 'kept' and preview_key is null;

-- Changes tell the musician, whose screen follows.
create function live_samples() returns trigger language plpgsql as $$
begin
  perform live_tell('samples', null, array_agg(musician_id)) from changed having count(*) > 0;
  return null;
end $$;
create trigger live_insert after insert on musician_samples referencing new table as changed
  for each statement execute function live_samples();
create trigger live_update after update on musician_samples referencing new table as changed
  for each statement execute function live_samples();
create trigger live_delete after delete on musician_samples referencing old table as changed
  for each statement execute function live_samples();
