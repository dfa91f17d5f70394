import { eventKind } from '../lib/events.ts';

/** What happens to a booked session that its people are told of. */
export type SessionHappening =
  | 'booked'
  | 'moved'
  | 'edited'
  | 'cancelled'
  | 'files_sent'
  | 'files_requested'
  | 'ready'
  | 'delivered';

/**
 * Something has happened to a booked session. `detail` is when it was to start before it was `moved` (ISO 8601), its
 * calendar's count once it was `edited`, the feedback's id where files are requested; else there is none.
 */
export const sessionHappened = eventKind<{
  session_id: number;
  what: SessionHappening;
  detail?: string;
}>('sessions.happened');
