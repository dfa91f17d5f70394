-- The number of sessions does not count for the plan of telling about them, so that a connection plans it once.
create or replace function live_tell_sessions(kind text, ids integer[]) returns void language plpgsql as $$
begin
  if cardinality(ids) <= 50 then
    perform live_tell(kind, s.id, array[s.client_id, s.musician_id])
      from sessions s where s.id = any(array(select unnest(ids))) and s.phase <> 'hold';
  else
    perform live_tell(kind, null, (
      select array_agg(side) from sessions s, unnest(array[s.client_id, s.musician_id]) side
        where s.id = any(ids) and s.phase <> 'hold'));
  end if;
end $$;
