import { sql } from 'kysely';
import type { Invariant } from '../db/invariants.ts';

/** Invariants of threads and messages. */
export const MESSAGE_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'Every confirmed session has its conversation.',
    violations: sql`
      select s.id from sessions s left join threads t on t.session_id = s.id
      where s.phase <> 'hold' and t.id is null`,
  },
  {
    holds: 'A message is from one of the two sides of its session.',
    violations: sql`
      select m.id from messages m join threads t on t.id = m.thread_id join sessions s on s.id = t.session_id
      where m.author_id not in (s.client_id, s.musician_id)`,
  },
  {
    holds: 'What a musician has not read is marked.',
    violations: sql`
      select t.id from (
        select thread_id, author_id, max(created_at) as newest_at from messages group by thread_id, author_id
      ) m
      join threads t on t.id = m.thread_id
      join sessions s on s.id = t.session_id and s.musician_id <> m.author_id
      join people p on p.id = s.musician_id and p.erased_at is null
      left join thread_reads d on d.thread_id = t.id and d.person_id = s.musician_id
      left join unread_threads u on u.thread_id = t.id and u.newest_at >= m.newest_at
      where u.thread_id is null and (d.read_at is null or d.read_at < m.newest_at)`,
  },
];
