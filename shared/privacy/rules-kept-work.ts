import type { Kept } from './rules-kept-table.ts';

const byPerson = { id: 'person_id' } as const;
const throughSessions = { through: 'session_id', table: 'sessions', key: 'id', id: 'client_id' } as const;

/** Sessions, what is said and sent in them, and what leads to them. */
export const WORK: readonly Kept[] = [
  {
    kind: 'sessions',
    what: 'Your sessions: with whom, when, for which track, and each change of them',
    why: 'You and the other side agreed on them.',
    howLong: 'As long as the studio has books of them, 10 years.',
    onErase: 'anonymous',
    erasing:
      'They stay for the other side and the books, with “Deleted account”. Links to reference tracks and your notes are deleted.',
    files: ['sessions.json', 'requests-and-notes.json'],
    tables: [
      {
        table: 'sessions',
        of: { id: 'client_id' },
        erase: { reference_track: null },
        stays: [
          'musician_id',
          'title',
          'track_genre',
          'meter',
          'bpm',
          'sample_rate',
          'options',
          'files_format',
          'cancelled_by',
        ],
      },
      { table: 'sessions', of: { id: 'musician_id' }, erase: 'nothing' },
      { table: 'session_events', of: { id: 'actor_id' }, erase: 'nothing' },
      { table: 'session_mails', of: throughSessions, erase: 'nothing', stays: ['feedback_id'] },
      {
        table: 'feedback',
        of: { id: 'author_id' },
        erase: { feedback_notes: null, cancellation_reasons: '[]' },
        stays: ['feedback_type'],
      },
    ],
  },
  {
    kind: 'tracks',
    what: 'Your tracks, drafts of bookings, times that you held, and lines that you wait in',
    why: 'So that you need not type them again, and get a time that comes free.',
    howLong: 'As long as your account; held times for 30 days, lines that ended for 400 days.',
    onErase: 'deleted',
    erasing: 'Deleted.',
    files: ['tracks.json', 'waiting.json'],
    tables: [
      { table: 'booking_drafts', of: byPerson, erase: 'rows', stays: ['musician_id'] },
      { table: 'hold_log', of: byPerson, erase: 'rows', stays: ['musician_id'] },
      {
        table: 'waiting_offers',
        of: { through: 'waiting_id', table: 'waiting', key: 'id', id: 'person_id' },
        erase: 'rows',
      },
      { table: 'waiting', of: byPerson, erase: 'rows', stays: ['musician_id'] },
      { table: 'tracks', of: { id: 'client_id' }, erase: 'rows' },
    ],
  },
  {
    kind: 'messages',
    what: 'Messages that you wrote, and when you read the conversations',
    why: 'They are conversations of two.',
    howLong: 'As long as the session that they belong to.',
    onErase: 'anonymous',
    erasing:
      'The other side keeps the conversation, with “Deleted account” as who wrote. Nobody can write in it any more.',
    files: ['messages.json'],
    tables: [
      { table: 'messages', of: { id: 'author_id' }, erase: 'nothing', stays: ['body'] },
      { table: 'threads', of: { id: 'closed_by' }, erase: 'nothing' },
      { table: 'thread_reads', of: byPerson, erase: 'rows' },
      { table: 'unread_threads', of: { id: 'musician_id' }, erase: 'nothing' },
    ],
  },
  {
    kind: 'files',
    what: 'Files that you sent, and files that were made for you',
    why: 'The work is about them.',
    howLong: 'As long as the session that they belong to.',
    onErase: 'deleted',
    erasing:
      'What clients sent is deleted, its bytes an hour later. What a musician delivered stays: it is the client’s who paid for it, and the work of who made it.',
    files: ['files.json'],
    tables: [
      {
        table: 'waveforms',
        of: { through: 'file_id', table: 'files', key: 'id', id: 'uploaded_by' },
        erase: 'nothing',
        stays: ['key', 'peaks'],
      },
      { table: 'files', of: throughSessions, only: { column: 'folder', value: 'user' }, erase: 'rows' },
      {
        table: 'files',
        of: { id: 'uploaded_by' },
        erase: 'nothing',
        stays: ['prefix', 'name', 'key'],
      },
      { table: 'uploads', of: { id: 'created_by' }, erase: 'rows' },
    ],
  },
  {
    kind: 'ratings',
    what: 'Stars and comments that you gave',
    why: 'They help others to choose, and musicians to learn.',
    howLong: 'As long as the session that they belong to.',
    onErase: 'anonymous',
    erasing: 'Your comments are deleted; the stars stay, without your name.',
    files: ['ratings.json'],
    tables: [{ table: 'ratings', of: throughSessions, erase: { comment: null } }],
  },
  {
    kind: 'invitations',
    what: 'Invitations that you sent, or came by',
    why: 'So that both get their credits, once.',
    howLong: 'As long as your account; unanswered ones for 400 days after their end.',
    onErase: 'anonymous',
    erasing: 'Unanswered ones are deleted. Of others the address is deleted, so that credits still add up.',
    files: ['invitations.json'],
    tables: [
      {
        table: 'invitations',
        of: { id: 'inviter_id' },
        only: { column: 'status', value: 'awaiting-to-accept' },
        erase: 'rows',
      },
      {
        table: 'invitations',
        of: { id: 'inviter_id' },
        erase: { email: 'deleted-{id}@deleted.invalid' },
        // Random words of the link.
        stays: ['code', 'needs_operator', 'rejected_for'],
      },
      { table: 'invitations', of: { id: 'invitee_id' }, erase: { email: 'deleted-{id}@deleted.invalid' } },
      {
        table: 'invitations',
        of: { address: 'email' },
        only: { column: 'status', value: 'awaiting-to-accept' },
        erase: 'rows',
      },
      { table: 'declined_addresses', of: { address: 'email' }, erase: 'rows' },
    ],
  },
];
