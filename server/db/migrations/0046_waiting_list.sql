-- The waiting list for a musician (docs/product/waiting-list.md): who waits for which times, and the times offered to them.
create table waiting (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  musician_id uuid not null references musicians on delete cascade,
  service_id uuid not null references services on delete cascade,
  -- Bit n is the weekday n + 1: Monday is 1, Sunday 64.
  days integer not null check (days between 1 and 127),
  -- Of each day, in `zone`. One that ends at its start or before it reaches into the next day.
  from_time time not null,
  to_time time not null,
  zone text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended text check (ended in ('left', 'booked', 'unanswered')),
  constraint waiting_ended check ((ended is null) = (ended_at is null))
);
create unique index waiting_one on waiting (person_id, musician_id) where ended is null;
create index waiting_line on waiting (musician_id, created_at, id) where ended is null;

create table waiting_offers (
  id uuid primary key,
  waiting_id uuid not null references waiting on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  offered_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > offered_at),
  ended_at timestamptz,
  ended text check (ended in ('accepted', 'declined', 'expired', 'withdrawn')),
  constraint waiting_offers_ended check ((ended is null) = (ended_at is null))
);
create unique index waiting_offers_one on waiting_offers (waiting_id) where ended is null;
-- Nobody who waits is offered the same time twice, unless the musician had taken it back.
create unique index waiting_offers_once on waiting_offers (waiting_id, starts_at) where ended is distinct from 'withdrawn';

-- A claim is a session's or an offer's. The exclusion constraint judges both.
alter table slot_claims
  alter column session_id drop not null,
  add column offer_id uuid references waiting_offers on delete cascade,
  add constraint slot_claims_one_owner check (num_nonnulls(session_id, offer_id) = 1);
create index slot_claims_offer on slot_claims (offer_id) where offer_id is not null;

-- An offer ends with its claims: whoever deletes those of an offer that has run out ends it too.
create function waiting_offers_close() returns trigger language plpgsql as $$
begin
  update waiting_offers o set ended = 'expired', ended_at = o.expires_at
    where o.ended is null and o.id in (select offer_id from changed where offer_id is not null);
  return null;
end $$;
create trigger waiting_close after delete on slot_claims referencing old table as changed
  for each statement execute function waiting_offers_close();

-- When a musician's line is looked at next; null: nobody waits. A change by which a time may have returned makes it due.
alter table musicians add column line_due_at timestamptz;
create index musicians_line on musicians (line_due_at) where line_due_at is not null;

create function line_due() returns trigger language plpgsql as $$
begin
  update musicians set line_due_at = 'epoch'
    where line_due_at > 'epoch' and person_id in (select musician_id from changed);
  return null;
end $$;
create trigger line_delete after delete on slot_claims referencing old table as changed
  for each statement execute function line_due();
create trigger line_insert after insert on slots referencing new table as changed
  for each statement execute function line_due();
create trigger line_update after update on slots referencing new table as changed
  for each statement execute function line_due();

-- Everybody in a line hears that it moves; of an offer only its own person hears.
create function live_waiting() returns trigger language plpgsql as $$
begin
  perform live_tell('waiting', null, array_agg(w.person_id)) from waiting w
    where w.id in (select id from changed)
      or w.ended is null and w.musician_id in (select musician_id from changed)
    having count(*) > 0;
  return null;
end $$;
create trigger live_insert after insert on waiting referencing new table as changed
  for each statement execute function live_waiting();
create trigger live_update after update on waiting referencing new table as changed
  for each statement execute function live_waiting();

create function live_offers() returns trigger language plpgsql as $$
begin
  perform live_tell('waiting', null, array_agg(w.person_id)) from waiting w
    where w.id in (select waiting_id from changed) having count(*) > 0;
  return null;
end $$;
create trigger live_insert after insert on waiting_offers referencing new table as changed
  for each statement execute function live_offers();
create trigger live_update after update on waiting_offers referencing new table as changed
  for each statement execute function live_offers();
