import * as sessions from '#shared/sessions/contract.ts';
import { bySession, hold, open, type AccessRow } from './row.ts';

export const SESSIONS: readonly AccessRow[] = [
  open(sessions.listSessions, () => ({})),
  bySession(
    sessions.getSession,
    'id',
    (id) => ({ params: { id } }),
    { owner: 'client' },
    { owner: 'partner' },
    {
      made: hold,
      owner: 'client',
      by: ({ musician, stranger }) => [musician.person, stranger('client'), stranger('partner')],
    },
  ),
  bySession(sessions.approve, 'session_id', (session_id) => ({ body: { session_id } }), { owner: 'partner' }),
  bySession(sessions.close, 'session_id', (session_id) => ({ body: { session_id } }), {
    made: (t) => t.over(),
    owner: 'partner',
  }),
  bySession(sessions.rate, 'session_id', (session_id) => ({ body: { session_id, rating: 5 } }), {
    made: (t) => t.over(),
    owner: 'client',
  }),
  open(sessions.createTrack, () => ({ body: { title: 'Song' } })),
  open(sessions.listTracks, () => ({})),
];
