-- How many musicians Explore shows: the sum of `change`. Counting them reads an index whose every page has changed since
-- the last vacuum, because bookings write to musicians. Whoever changes who is shown adds a row and waits for nobody.
create table shown_musicians (
  id bigint generated always as identity primary key,
  change integer not null
);

create function musicians_shown() returns trigger language plpgsql as $$
declare
  delta integer;
begin
  if tg_op = 'UPDATE' then
    delta := case when new.visible then 1 else -1 end;
  else
    select case tg_op when 'INSERT' then count(*) else - count(*) end into delta from changed where visible;
  end if;
  if delta <> 0 then
    insert into shown_musicians (change) values (delta);
    -- Many rows become one; what another transaction is folding stays for the next.
    if (select count(*) from shown_musicians) > 32 then
      with gone as (
        delete from shown_musicians where id in (select id from shown_musicians for update skip locked) returning change
      )
      insert into shown_musicians (change) select sum(change) from gone having count(*) > 0;
    end if;
  end if;
  return null;
end $$;

create trigger shown_insert after insert on musicians referencing new table as changed
  for each statement execute function musicians_shown();
create trigger shown_delete after delete on musicians referencing old table as changed
  for each statement execute function musicians_shown();
create trigger shown_update after update of visible on musicians
  for each row when (old.visible <> new.visible) execute function musicians_shown();

-- The triggers have locked the table: nobody writes to it until they work.
insert into shown_musicians (change) select count(*) from musicians where visible having count(*) > 0;
