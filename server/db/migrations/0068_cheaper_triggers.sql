-- The triggers that every booking runs, with less work in each (docs/performance.md).

-- Each field is named in a statement of its own, for only its table has it. A statement made from the field's name would
-- be planned anew for each row.
create or replace function refuse_erased() returns trigger language plpgsql as $$
declare
  person uuid;
  erased timestamptz;
begin
  case tg_argv[0]
    when 'person_id' then person := new.person_id;
    when 'client_id' then person := new.client_id;
    when 'musician_id' then person := new.musician_id;
    when 'author_id' then person := new.author_id;
    when 'actor_id' then person := new.actor_id;
    when 'created_by' then person := new.created_by;
    when 'inviter_id' then person := new.inviter_id;
  end case;
  select p.erased_at into erased from people p where p.id = person for key share;
  if erased is not null then
    raise exception 'the account is erased' using errcode = 'restrict_violation',
      constraint = case tg_name when 'refuse_erased_musician' then 'musician_erased' else 'account_erased' end;
  end if;
  return new;
end $$;

-- As before, but one or two people, whom nearly every change is about, are neither sorted nor counted.
create or replace function live_tell(kind text, about integer, people uuid[]) returns void language plpgsql as $$
begin
  if cardinality(people) in (1, 2) then
    if people[1] = people[2] then people := people[1:1]; end if;
    perform pg_notify('talkback_live', json_strip_nulls(json_build_object(
      'at', pg_current_xact_id()::text, 'kind', kind, 'session_id', about, 'people', people))::text);
    return;
  end if;
  perform pg_notify('talkback_live', json_strip_nulls(json_build_object(
      'at', pg_current_xact_id()::text, 'kind', kind, 'session_id', about, 'people', json_agg(part.person)))::text)
    from (select person, (row_number() over (order by person) - 1) / 150 as page
          from (select distinct unnest(people) as person) each) part
    group by part.page;
end $$;

-- The same for slots and claims of one musician.
create or replace function live_slots() returns trigger language plpgsql as $$
declare
  first uuid;
  last uuid;
begin
  select min(musician_id::text), max(musician_id::text) into first, last from changed;
  if first is null then return null; end if;
  if first = last then
    perform pg_notify('talkback_live', json_build_object(
      'at', pg_current_xact_id()::text, 'kind', 'slots', 'musicians', json_build_array(first))::text);
    return null;
  end if;
  perform pg_notify('talkback_live', json_build_object(
      'at', pg_current_xact_id()::text, 'kind', 'slots', 'musicians', json_agg(part.musician_id))::text)
    from (select musician_id, (row_number() over (order by musician_id) - 1) / 150 as page
          from (select distinct musician_id from changed) each) part
    group by part.page;
  return null;
end $$;
