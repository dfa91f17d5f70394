-- Filters of Explore: text search, and when each service can begin (docs/product/explore.md#filters).

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- text search ------------------------------------------------------------------------------------------------

-- `search` begins with the name: the order by name reads it, too. Collated by bytes: it is folded to plain letters.
alter table musicians
  add column styles text[] not null default '{}' check (cardinality(styles) <= 12),
  add column search text collate "C" not null default '';
create index musicians_search on musicians using gin (search gin_trgm_ops);

-- Lower case without accents, words with one blank before each.
create function folded_words(words text) returns text language sql stable as $$
  select regexp_replace(' ' || unaccent(lower(words)), '[^[:alnum:]]+', ' ', 'g')
$$;

create function musician_search(of_musician uuid, of_title text, of_styles text[]) returns text
language sql stable as $$
  select coalesce(folded_words(concat_ws(' ',
    (select name from people where id = of_musician), of_title, array_to_string(of_styles, ' '),
    (select string_agg(i.label, ' ' order by i.position) from musician_instruments mi
      join instruments i on i.id = mi.instrument_id where mi.musician_id = of_musician))), '')
$$;

create function musicians_fold() returns trigger language plpgsql as $$
begin
  new.search := musician_search(new.person_id, new.title, new.styles);
  return new;
end $$;
create trigger fold_insert before insert on musicians for each row execute function musicians_fold();
create trigger fold_update before update of title, styles on musicians for each row execute function musicians_fold();

create function people_fold() returns trigger language plpgsql as $$
begin
  update musicians set search = musician_search(person_id, title, styles) where person_id = new.id;
  return null;
end $$;
create trigger fold_update after update of name on people for each row
  when (old.name is distinct from new.name) execute function people_fold();

create function instruments_fold() returns trigger language plpgsql as $$
begin
  update musicians set search = musician_search(person_id, title, styles)
    where person_id in (select musician_id from musician_instruments where instrument_id = new.id);
  return null;
end $$;
create trigger fold_update after update of label on instruments for each row execute function instruments_fold();

create function musician_instruments_fold() returns trigger language plpgsql as $$
begin
  update musicians set search = musician_search(person_id, title, styles)
    where person_id in (select musician_id from changed);
  return null;
end $$;
create trigger fold_insert after insert on musician_instruments referencing new table as changed
  for each statement execute function musician_instruments_fold();
create trigger fold_delete after delete on musician_instruments referencing old table as changed
  for each statement execute function musician_instruments_fold();

update musicians set search = musician_search(person_id, title, styles);

-- when a service can begin -----------------------------------------------------------------------------------

-- One row for each kind of booking (category, length of a slot, slots in a row) that a musician offers. Bit n of
-- `starts` says that one can begin in the quarter of an hour n, counted from 1970 modulo 72 days, and ends after
-- exactly its slots' lengths. `irregular`: some may begin at other minutes or with gaps, which only the slots tell.
create table musician_openings (
  musician_id uuid not null references musicians on delete cascade,
  category text not null,
  unit_minutes integer not null,
  slots integer not null,
  services uuid[] not null,
  starts bit(6912) not null,
  irregular boolean not null,
  primary key (category, unit_minutes, slots, musician_id)
) with (fillfactor = 80);
create index musician_openings_musician on musician_openings (musician_id);

-- Until when the openings hold; null: they were never computed, or what they are made from has changed.
alter table musicians add column openings_stale_at timestamptz;
create index musicians_openings_stale on musicians (openings_stale_at);

create function openings_forget() returns trigger language plpgsql as $$
begin
  update musicians set openings_stale_at = null
    where openings_stale_at is not null and person_id in (select musician_id from changed);
  return null;
end $$;
create trigger openings_insert after insert on musician_services referencing new table as changed
  for each statement execute function openings_forget();
create trigger openings_delete after delete on musician_services referencing old table as changed
  for each statement execute function openings_forget();

create function services_forget() returns trigger language plpgsql as $$
begin
  update musicians set openings_stale_at = null
    where openings_stale_at is not null
      and person_id in (select musician_id from musician_services where service_id = new.id);
  return null;
end $$;
create trigger openings_update after update of category, unit_minutes, slots on services
  for each row execute function services_forget();
