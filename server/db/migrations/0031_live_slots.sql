-- A musician's slots and the claims on them tell of their changes, so that time pickers follow. The notification holds the
-- musicians' ids, some hundred and fifty at a time (PostgreSQL takes 8000 bytes), and no person: whoever books may see slots.
create function live_slots() returns trigger language plpgsql as $$
begin
  perform pg_notify('talkback_live', json_build_object(
      'at', pg_current_xact_id()::text, 'kind', 'slots', 'musicians', json_agg(part.musician_id))::text)
    from (select musician_id, (row_number() over (order by musician_id) - 1) / 150 as page
          from (select distinct musician_id from changed) each) part
    group by part.page;
  return null;
end $$;
create trigger live_insert after insert on slot_claims referencing new table as changed
  for each statement execute function live_slots();
create trigger live_update after update on slot_claims referencing new table as changed
  for each statement execute function live_slots();
create trigger live_delete after delete on slot_claims referencing old table as changed
  for each statement execute function live_slots();
create trigger live_insert after insert on slots referencing new table as changed
  for each statement execute function live_slots();
create trigger live_update after update on slots referencing new table as changed
  for each statement execute function live_slots();
create trigger live_delete after delete on slots referencing old table as changed
  for each statement execute function live_slots();
