import * as accounts from '#shared/accounts/contract.ts';
import * as calendar from '#shared/calendar/contract.ts';
import * as catalogue from '#shared/catalogue/contract.ts';
import * as content from '#shared/content/contract.ts';
import * as explore from '#shared/explore/contract.ts';
import * as me from '#shared/me/contract.ts';
import * as operator from '#shared/operator/contract.ts';
import * as notifications from '#shared/notifications/contract.ts';
import { ACCOUNTS } from './accounts.ts';
import { BOOKING } from './booking.ts';
import { CONTENT } from './content.ts';
import { FILES } from './files.ts';
import { MESSAGES } from './messages.ts';
import { REFERRALS } from './referrals.ts';
import { LIVE } from './live.ts';
import { ME } from './me.ts';
import { open, type AccessRow } from './row.ts';
import { SESSIONS } from './sessions.ts';

/** Every endpoint of server/start/rooms.ts; test/access/access.test.ts fails while one is missing. */
export const ACCESS_TABLE: readonly AccessRow[] = [
  open(accounts.login, () => ({ body: { user: { email: 'nobody@test.test', password: 'wrong' } } })),
  open(accounts.redeemTicket, () => ({ body: { ticket: 'none' } })),
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
  open(explore.getConfiguration, ({ musician }) => ({ params: { slug: musician.slug } })),
  open(explore.listPartners, () => ({})),
  open(explore.listSlots, ({ musician }) => ({ params: { id: musician.id } })),
  open(calendar.availability, ({ musician }) => ({ query: { partner_id: musician.id } })),
  open(calendar.nextSlots, () => ({})),
  open(explore.musicianCalendar, () => ({
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
  open(operator.getDataCheck, () => ({})),
  open(operator.startDataCheck, () => ({})),
];
