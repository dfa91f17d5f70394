-- Live updates: what changes tells so itself, so that no verb can forget. A notification on talkback_live holds ids only:
-- {at, kind, session_id?, people}. `at` is the transaction's; what one transaction says twice is delivered once.

-- Tells people of one kind of change, some hundred and fifty in one notification (PostgreSQL takes 8000 bytes).
create function live_tell(kind text, about integer, people uuid[]) returns void language plpgsql as $$
begin
  perform pg_notify('talkback_live', json_strip_nulls(json_build_object(
      'at', pg_current_xact_id()::text, 'kind', kind, 'session_id', about, 'people', json_agg(part.person)))::text)
    from (select person, (row_number() over (order by person) - 1) / 150 as page
          from (select distinct unnest(people) as person) each) part
    group by part.page;
end $$;

-- Tells both sides of sessions. Above fifty in one statement people hear that something changed, not where.
create function live_tell_sessions(kind text, ids integer[]) returns void language plpgsql as $$
begin
  if cardinality(ids) <= 50 then
    perform live_tell(kind, s.id, array[s.client_id, s.musician_id])
      from sessions s where s.id = any(ids) and s.phase <> 'hold';
  else
    perform live_tell(kind, null, (
      select array_agg(side) from sessions s, unnest(array[s.client_id, s.musician_id]) side
        where s.id = any(ids) and s.phase <> 'hold'));
  end if;
end $$;

-- Holds are nobody else's business: they are in no list, and most of them pass.
create function live_sessions() returns trigger language plpgsql as $$
begin
  perform live_tell_sessions('session', array_agg(id)) from changed where phase <> 'hold' having count(*) > 0;
  return null;
end $$;
create trigger live_insert after insert on sessions referencing new table as changed
  for each statement execute function live_sessions();
create trigger live_update after update on sessions referencing new table as changed
  for each statement execute function live_sessions();

create function live_messages() returns trigger language plpgsql as $$
begin
  perform live_tell_sessions('message', array_agg(distinct t.session_id))
    from changed join threads t on t.id = changed.thread_id having count(*) > 0;
  return null;
end $$;
create trigger live_insert after insert on messages referencing new table as changed
  for each statement execute function live_messages();

create function live_threads() returns trigger language plpgsql as $$
begin
  perform live_tell_sessions('message', array_agg(session_id)) from changed having count(*) > 0;
  return null;
end $$;
create trigger live_update after update on threads referencing new table as changed
  for each statement execute function live_threads();

-- What somebody has read changes only their own marks.
create function live_reads() returns trigger language plpgsql as $$
begin
  perform live_tell('session', t.session_id, array_agg(changed.person_id))
    from changed join threads t on t.id = changed.thread_id group by t.session_id;
  return null;
end $$;
create trigger live_insert after insert on thread_reads referencing new table as changed
  for each statement execute function live_reads();
create trigger live_update after update on thread_reads referencing new table as changed
  for each statement execute function live_reads();

create function live_of_sessions() returns trigger language plpgsql as $$
begin
  perform live_tell_sessions(tg_argv[0], array_agg(distinct session_id)) from changed having count(*) > 0;
  return null;
end $$;
create trigger live_insert after insert on files referencing new table as changed
  for each statement execute function live_of_sessions('file');
create trigger live_update after update on files referencing new table as changed
  for each statement execute function live_of_sessions('file');
create trigger live_delete after delete on files referencing old table as changed
  for each statement execute function live_of_sessions('file');
create trigger live_insert after insert on ratings referencing new table as changed
  for each statement execute function live_of_sessions('session');
create trigger live_update after update on ratings referencing new table as changed
  for each statement execute function live_of_sessions('session');

create function live_credits() returns trigger language plpgsql as $$
begin
  perform live_tell('credits', null, array_agg(l.person_id))
    from changed join credit_lots l on l.id = changed.lot_id having count(*) > 0;
  return null;
end $$;
create trigger live_insert after insert on credit_entries referencing new table as changed
  for each statement execute function live_credits();

-- Who somebody is and what they may do. That a login session ends is told too: its streams end with it.
create function live_person() returns trigger language plpgsql as $$
begin
  perform live_tell('me', null, array_agg(id)) from changed having count(*) > 0;
  return null;
end $$;
create trigger live_update after update on people referencing new table as changed
  for each statement execute function live_person();

create function live_of_person() returns trigger language plpgsql as $$
begin
  perform live_tell('me', null, array_agg(person_id)) from changed having count(*) > 0;
  return null;
end $$;
create trigger live_insert after insert on memberships referencing new table as changed
  for each statement execute function live_of_person();
create trigger live_update after update on memberships referencing new table as changed
  for each statement execute function live_of_person();
create trigger live_delete after delete on login_sessions referencing old table as changed
  for each statement execute function live_of_person();
create trigger live_insert after insert on billing_details referencing new table as changed
  for each statement execute function live_of_person();
create trigger live_update after update on billing_details referencing new table as changed
  for each statement execute function live_of_person();
create trigger live_insert after insert on notification_settings referencing new table as changed
  for each statement execute function live_of_person();
create trigger live_update after update on notification_settings referencing new table as changed
  for each statement execute function live_of_person();
create trigger live_insert after insert on onboarding_answers referencing new table as changed
  for each statement execute function live_of_person();
