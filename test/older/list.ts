/**
 * What runs once more on PostgreSQL 15, the oldest that we take, after everything ran on the embedded one: what PostgreSQL itself
 * does. That are migrations and queues (each file begins with them), the functions and triggers of server/db, named
 * here by the file that makes them run, locks and races, notifications, how faults are told, and one making of a whole studio. Every other statement
 * is read by it, though not run: statements.test.ts.
 */
export const ON_OLDER: Readonly<Record<string, readonly string[]>> = {
  'demo/make.test.ts': [],
  'server/test/older/statements.test.ts': [],
  'server/booking/cancel-races.test.ts': ['sessions_at'],
  'server/booking/races.test.ts': ['slot_is_free', 'slots_between'],
  'server/calendar/claims.test.ts': [],
  'server/calendar/next-free.test.ts': ['musician_next_free'],
  'server/credits/credits.test.ts': ['credit_entries_move', 'append_only', 'credit_lots_guard'],
  'server/db/prepared.test.ts': [],
  'server/explore/explore.test.ts': ['musician_cards'],
  'server/lib/away.test.ts': [],
  'server/lib/events.test.ts': [],
  'server/messages/messages.test.ts': ['session_clients'],
  'server/messages/thread.test.ts': ['live_threads'],
  'server/notifications/live/live.test.ts': [
    'live_credits',
    'live_messages',
    'live_of_person',
    'live_of_sessions',
    'live_person',
    'live_reads',
    'live_sessions',
    'live_tell',
    'live_tell_sessions',
  ],
  'server/referrals/races.test.ts': [],
  'server/sessions/rate.test.ts': ['ratings_move'],
};
