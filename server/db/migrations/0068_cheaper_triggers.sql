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

-- One notification for each hundred and fifty people, as before; one person is neither sorted nor counted.
create or replace function live_tell(kind text, about integer, people uuid[]) returns void language plpgsql as $$
begin
  if cardinality(people) > 1 then people := array(select distinct unnest(people) order by 1); end if;
  for place in 1..coalesce(cardinality(people), 0) by 150 loop
    perform pg_notify('talkback_live', json_strip_nulls(json_build_object(
      'at', pg_current_xact_id()::text, 'kind', kind, 'session_id', about, 'people', people[place:place + 149]))::text);
  end loop;
end $$;

-- The same for the musicians of slots and claims.
create or replace function live_slots() returns trigger language plpgsql as $$
declare
  musicians uuid[];
begin
  select array_agg(distinct musician_id) into musicians from changed;
  for place in 1..coalesce(cardinality(musicians), 0) by 150 loop
    perform pg_notify('talkback_live', json_build_object(
      'at', pg_current_xact_id()::text, 'kind', 'slots', 'musicians', musicians[place:place + 149])::text);
  end loop;
  return null;
end $$;
