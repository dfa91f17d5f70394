-- What the studio offers is told to everybody who may book, as published profiles are.
create function live_services() returns trigger language plpgsql as $$
begin
  perform pg_notify('talkback_live', json_build_object('at', pg_current_xact_id()::text, 'kind', 'profile')::text);
  return null;
end $$;
create trigger live_update after update on services for each statement execute function live_services();
