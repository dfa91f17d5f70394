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
];
