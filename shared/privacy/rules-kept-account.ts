import type { Kept } from './rules-kept-table.ts';

/** The name of every erased account. */
export const DELETED_NAME = 'Deleted account';
const byPerson = { id: 'person_id' } as const;

/** Who somebody is, and how they sign in. */
export const ACCOUNT: readonly Kept[] = [
  {
    kind: 'sign-in',
    what: 'How and where you sign in: login sessions with the browser’s name, known browsers, Google or Facebook, links that were mailed to you',
    why: 'So that you alone get into your account.',
    howLong:
      'Login sessions and links until they end, known browsers 400 days after their last use, the rest as long as your account.',
    onErase: 'deleted',
    erasing: 'Deleted.',
    files: ['login-sessions.json'],
    tables: [
      { table: 'identities', of: byPerson, erase: 'rows' },
      { table: 'login_sessions', of: byPerson, erase: 'rows' },
      { table: 'one_time_tokens', of: byPerson, erase: 'rows' },
      { table: 'known_browsers', of: byPerson, erase: 'rows' },
      { table: 'recovery_codes', of: byPerson, erase: 'rows' },
      { table: 'authenticator_apps', of: byPerson, erase: 'rows' },
      { table: 'passkeys', of: byPerson, erase: 'rows' },
      { table: 'calendar_feeds', of: byPerson, erase: 'rows' },
    ],
  },
  {
    kind: 'requests',
    what: 'Counters against too many calls, and answers for repeated calls',
    why: 'So that nobody guesses passwords, and nothing is done twice.',
    howLong: 'Counters until their time is over, at most a day; answers 48 hours.',
    onErase: 'deleted',
    erasing: 'Answers are deleted, counters run out within a day.',
    files: [],
    notInDownload: 'They are gone within two days and say nothing that is not elsewhere.',
    tables: [
      { table: 'idempotency', of: { id: 'actor_id' }, erase: 'rows' },
      { table: 'rate_counters', of: { address: 'key' }, erase: 'nothing', stays: ['key'] },
    ],
  },
  {
    kind: 'picture',
    what: 'Your picture',
    why: 'So that those you work with know you.',
    howLong: 'Until you change it, or as long as your account.',
    onErase: 'deleted',
    erasing: 'Deleted.',
    files: ['picture.webp'],
    tables: [{ table: 'avatars', of: byPerson, erase: 'rows' }],
  },
  {
    kind: 'settings',
    what: 'Which mails you want, and what you told us about your music when you joined',
    why: 'So that we write only what you want, and suggest what fits.',
    howLong: 'As long as your account.',
    onErase: 'deleted',
    erasing: 'Deleted.',
    files: ['notification-settings.json', 'onboarding.json'],
    tables: [
      { table: 'notification_settings', of: byPerson, erase: 'rows' },
      { table: 'onboarding_answers', of: byPerson, erase: 'rows' },
    ],
  },
];

/** The account itself is erased after everything that hangs on it. */
export const PERSON: Kept = {
  kind: 'profile',
  what: 'Your name, email address, time zone, country and password (as a hash)',
  why: 'It is your account.',
  howLong: 'As long as your account.',
  onErase: 'anonymous',
  erasing: 'Your name becomes “Deleted account”; the rest is deleted.',
  files: ['profile.json'],
  tables: [
    {
      table: 'people',
      of: { id: 'id' },
      erase: {
        name: DELETED_NAME,
        email: 'deleted-{id}@deleted.invalid',
        zone: 'UTC',
        country: null,
        avatar: null,
        password_hash: null,
        email_proved_at: null,
        waitlisted: 'false',
        zone_pending: 'false',
      },
      // A random word of links, and the words of name and address, which follow them.
      stays: ['mail_token', 'search'],
    },
  ],
};
