-- Conversations in which a client wrote what the musician has not read: without it 'Today' of a musician counts in all
-- of theirs. More may stand here than are unread; nothing unread is missing.
create table unread_threads (
  thread_id uuid primary key references threads on delete cascade,
  musician_id uuid not null references people on delete cascade,
  newest_at timestamptz not null
);
create index unread_threads_musician on unread_threads (musician_id);

-- Reads all messages, while servers of the release before go on writing.
insert into unread_threads (thread_id, musician_id, newest_at)
select t.id, s.musician_id, max(m.created_at)
from messages m
join threads t on t.id = m.thread_id
join sessions s on s.id = t.session_id and s.musician_id <> m.author_id
left join thread_reads d on d.thread_id = t.id and d.person_id = s.musician_id
where d.read_at is null or d.read_at < m.created_at
group by t.id, s.musician_id;

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
-- From here on nobody writes a message until this is committed: what came meanwhile is of the latest day.
create trigger mark_unread after insert on messages referencing new table as changed
  for each statement execute function mark_unread();
insert into unread_threads (thread_id, musician_id, newest_at)
select t.id, s.musician_id, max(m.created_at)
from messages m
join threads t on t.id = m.thread_id
join sessions s on s.id = t.session_id and s.musician_id <> m.author_id
where m.created_at > (select max(created_at) from messages) - interval '1 day'
group by t.id, s.musician_id
on conflict (thread_id) do update set newest_at = greatest(unread_threads.newest_at, excluded.newest_at);
