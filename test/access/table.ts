import * as accounts from '../../shared/accounts/contract.ts';
import * as calendar from '../../shared/calendar/contract.ts';
import * as catalogue from '../../shared/catalogue/contract.ts';
import * as content from '../../shared/content/contract.ts';
import * as explore from '../../shared/explore/contract.ts';
import * as me from '../../shared/me/contract.ts';
import * as notifications from '../../shared/notifications/contract.ts';
import { ACCOUNTS } from './access/accounts.ts';
import { BOOKING } from './access/booking.ts';
import { CONTENT } from './access/content.ts';
import { FILES } from './access/files.ts';
import { MESSAGES } from './access/messages.ts';
import { REFERRALS } from './access/referrals.ts';
import { LIVE } from './access/live.ts';
import { ME } from './access/me.ts';
import { open, type AccessRow } from './access/row.ts';
import { SESSIONS } from './access/sessions.ts';

/** Every endpoint of server/rooms.ts; server/access.test.ts fails while one is missing. */
export const ACCESS_TABLE: readonly AccessRow[] = [
  open(accounts.login, () => ({ body: { user: { email: 'nobody@test.test', password: 'wrong' } } })),
  open(accounts.enter, () => ({ body: { ticket: 'none' } })),
  open(accounts.logout, () => ({})),
  ...ACCOUNTS,
  open(accounts.saveOnboarding, () => ({
    body: {
      persona_type: 'artist',
      persona_level: 'pro',
      persona_diy: 'yes',
      interests: ['mixing'],
      comments: null,
    },
  })),
  open(content.getStudio, () => ({})),
  open(content.getLimitations, () => ({})),
  open(me.getMe, () => ({})),
  open(notifications.unsubscribe, () => ({ query: { token: 'none', group: 'files' } })),
  open(notifications.openUnsubscribe, () => ({ query: { token: 'none', group: 'files' } })),
  open(catalogue.listInstruments, () => ({})),
  open(catalogue.getPartner, ({ musician }) => ({ params: { id: musician.slug } })),
  open(catalogue.getConfiguration, ({ musician }) => ({ params: { slug: musician.slug } })),
  open(explore.listPartners, () => ({})),
  open(calendar.listSlots, ({ musician }) => ({ params: { id: musician.id } })),
  open(calendar.availability, ({ musician }) => ({ query: { partner_id: musician.id } })),
  open(calendar.nextSlots, () => ({})),
  open(calendar.musicianCalendar, () => ({
    query: { timezone: 'Europe/Lisbon', from_date: '2026-11-21', to_date: '2026-11-28' },
  })),

  ...SESSIONS,
  ...MESSAGES,
  ...FILES,
  ...BOOKING,
  ...CONTENT,
  ...LIVE,
  ...REFERRALS,
  ...ME,
];
