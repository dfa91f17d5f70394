-- Conversations in which a client wrote what the musician has not read: without it 'Today' of a musician counts in all
-- of theirs. More may stand here than are unread; nothing unread is missing.
create table unread_threads (
  thread_id uuid primary key references threads on delete cascade,
  musician_id uuid not null references people on delete cascade,
  newest_at timestamptz not null
);
create index unread_threads_musician on unread_threads (musician_id);

create function mark_unread() returns trigger language plpgsql as $$
begin
  insert into unread_threads (thread_id, musician_id, newest_at)
  select t.id, s.musician_id, max(c.created_at)
  from changed c join threads t on t.id = c.thread_id join sessions s on s.id = t.session_id
  where c.author_id <> s.musician_id
  group by t.id, s.musician_id
  on conflict (thread_id) do update set newest_at = greatest(unread_threads.newest_at, excluded.newest_at);
  return null;
end $$;
create trigger mark_unread after insert on messages referencing new table as changed
  for each statement execute function mark_unread();
