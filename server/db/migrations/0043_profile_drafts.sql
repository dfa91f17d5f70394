-- A musician edits their profile in a draft (docs/product/profiles.md).

-- Whether the profile was ever published. The operator makes musicians without a page, who publish it themselves.
alter table musicians
  add column published boolean not null default true,
  add constraint musicians_published check (published or not visible);

create table musician_drafts (
  musician_id uuid primary key references musicians on delete cascade,
  body jsonb not null,
  -- Rises with every change, so that two windows never overwrite each other.
  version integer not null check (version > 0),
  saved_at timestamptz not null,
  -- Since when it waits for approval; null: it does not.
  submitted_at timestamptz,
  -- Why the operator returned it, until it is sent again, published or discarded.
  returned_note text check (length(returned_note) between 1 and 1000),
  published_at timestamptz,
  check (submitted_at is null or returned_note is null)
);
create index musician_drafts_submitted on musician_drafts (submitted_at) where submitted_at is not null;

-- The musician's other windows follow a draft as they follow samples.
create trigger live_insert after insert on musician_drafts referencing new table as changed
  for each statement execute function live_samples();
create trigger live_update after update on musician_drafts referencing new table as changed
  for each statement execute function live_samples();

-- A published profile is told to everybody who may book.
create function live_profile() returns trigger language plpgsql as $$
begin
  perform pg_notify('talkback_live', json_build_object(
    'at', pg_current_xact_id()::text, 'kind', 'profile', 'musician', new.musician_id)::text);
  return null;
end $$;
create trigger live_publish after update on musician_drafts for each row
  when (new.published_at is distinct from old.published_at) execute function live_profile();
create trigger live_first after insert on musician_drafts for each row
  when (new.published_at is not null) execute function live_profile();
