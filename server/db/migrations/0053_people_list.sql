-- Lists of people for the operator (docs/product/operator.md#people).

-- Lower case once more at the end: a database of locale C has none for letters with accents.
create or replace function folded_words(words text) returns text language sql stable as $$
  select regexp_replace(' ' || lower(unaccent(lower(words))), '[^[:alnum:]]+', ' ', 'g')
$$;
update musicians set search = musician_search(person_id, title, styles)
  where search is distinct from musician_search(person_id, title, styles);

-- Words of name and address, folded as those of musicians. Collated by bytes: it is folded to plain letters.
alter table people add column search text collate "C" not null default '';

create function people_words() returns trigger language plpgsql as $$
begin
  new.search := coalesce(folded_words(concat_ws(' ', new.name, new.email)), '');
  return new;
end $$;
create trigger words_insert before insert on people for each row execute function people_words();
create trigger words_update before update of name, email on people for each row execute function people_words();

-- Nobody's screen changes by this.
alter table people disable trigger live_update;
update people set search = coalesce(folded_words(concat_ws(' ', name, email)), '');
alter table people enable trigger live_update;

create index people_search on people using gin (search gin_trgm_ops);
create index people_newest on people (created_at, id);
create index people_role on people (role, created_at, id);
create index people_waiting on people (created_at, id) where waitlisted;
create index people_without_password on people (created_at, id)
  where password_hash is null and email_proved_at is null;
create index memberships_status on memberships (status);
