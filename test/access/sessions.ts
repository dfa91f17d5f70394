import * as sessions from '#shared/sessions/contract.ts';
import * as feed from '#shared/sessions/contract-feed.ts';
import { getToday } from '#shared/sessions/contract-today.ts';
import { sessionRow, makeHold, plainRow, type AccessRow } from './row.ts';

export const SESSIONS: readonly AccessRow[] = [
  plainRow(sessions.listSessions, () => ({})),
  plainRow(getToday, () => ({})),
  sessionRow(
    sessions.getSession,
    'id',
    (id) => ({ params: { id } }),
    { owner: 'client' },
    { owner: 'partner' },
    {
      session: makeHold,
      owner: 'client',
      callers: ({ musician, stranger }) => [musician.person, stranger('client'), stranger('partner')],
    },
  ),
  sessionRow(sessions.approve, 'session_id', (session_id) => ({ body: { session_id } }), {
    owner: 'partner',
  }),
  sessionRow(sessions.close, 'session_id', (session_id) => ({ body: { session_id } }), {
    session: (t) => t.makePastSession(),
    owner: 'partner',
  }),
  sessionRow(sessions.rate, 'session_id', (session_id) => ({ body: { session_id, rating: 5 } }), {
    session: (t) => t.makePastSession(),
    owner: 'client',
  }),
  plainRow(sessions.createTrack, () => ({ body: { title: 'Song' } })),
  plainRow(sessions.listTracks, () => ({})),
  plainRow(feed.getFeed, () => ({})),
  plainRow(feed.makeFeed, () => ({})),
  plainRow(feed.stopFeed, () => ({})),
  plainRow(feed.readFeed, () => ({ params: { file: `${'x'.repeat(43)}.ics` } })),
];
