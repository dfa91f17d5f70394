-- Whether a service can be booked newly. Who offers it stays when it is stopped; sessions that are booked go on.
alter table services add column offered boolean not null default true;

-- Openings hold only what can be booked.
drop trigger openings_update on services;
create trigger openings_update after update of category, unit_minutes, slots, offered on services
  for each row execute function services_forget();
