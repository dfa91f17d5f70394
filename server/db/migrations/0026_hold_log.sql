-- What clients held, released or not: holding is bounded by it. A hold's own row goes when the hold is over.
create table hold_log (
  session_id integer primary key,
  person_id uuid not null references people on delete cascade,
  musician_id uuid not null references musicians on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  held_at timestamptz not null,
  -- When it ran out, was released, or will run out.
  held_until timestamptz not null check (held_until >= held_at),
  booked boolean not null default false,
  -- Whether the person had the credits for it when it began.
  affordable boolean not null
);
create index hold_log_person on hold_log (person_id, held_until);
create index hold_log_over on hold_log (held_until);

-- A person's other windows hear of their hold.
create function live_holds() returns trigger language plpgsql as $$
begin
  perform live_tell('hold', null, array_agg(person_id)) from changed having count(*) > 0;
  return null;
end $$;
create trigger live_insert after insert on hold_log referencing new table as changed
  for each statement execute function live_holds();
create trigger live_update after update on hold_log referencing new table as changed
  for each statement execute function live_holds();
