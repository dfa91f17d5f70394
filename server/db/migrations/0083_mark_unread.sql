-- What was written before 0082, in a transaction of its own, which keeps nobody from writing.
insert into unread_threads (thread_id, musician_id, newest_at)
select t.id, s.musician_id, m.newest_at
from (select thread_id, author_id, max(created_at) as newest_at from messages group by thread_id, author_id) m
join threads t on t.id = m.thread_id
join sessions s on s.id = t.session_id and s.musician_id <> m.author_id
left join thread_reads d on d.thread_id = t.id and d.person_id = s.musician_id
where d.read_at is null or d.read_at < m.newest_at
on conflict (thread_id) do update set newest_at = greatest(unread_threads.newest_at, excluded.newest_at);
