import * as accounts from '#shared/accounts/contract.ts';
import * as calendar from '#shared/calendar/contract.ts';
import * as pay from '#shared/calendar/contract-pay.ts';
import * as schedule from '#shared/calendar/contract-schedule.ts';
import * as catalogue from '#shared/catalogue/contract.ts';
import * as content from '#shared/content/contract.ts';
import * as explore from '#shared/explore/contract.ts';
import * as musicianPage from '#shared/explore/contract-page.ts';
import * as me from '#shared/me/contract.ts';
import * as notifications from '#shared/notifications/contract.ts';
import { ACCOUNTS } from './accounts.ts';
import { BUYING, INVOICES } from './billing.ts';
import { BOOKING } from './booking.ts';
import { OTHER_CALENDARS } from './calendars.ts';
import { CONTENT } from './content.ts';
import { FILES } from './files.ts';
import { MESSAGES } from './messages.ts';
import { OPERATOR } from './operator.ts';
import { REFERRALS } from './referrals.ts';
import { LIVE } from './live.ts';
import { ME } from './me.ts';
import { PRIVACY } from './privacy.ts';
import { plainRow, UNKNOWN_ID, type AccessRow } from './row.ts';
import { SAMPLES } from './samples.ts';
import { SESSIONS } from './sessions.ts';

const NO_HOURS = { kind: 'hours' as const, valid_from: '2026-12-01', hours: [] };

/** Every endpoint of server/start/rooms.ts; test/access/access.test.ts fails while one is missing. */
export const ACCESS_TABLE: readonly AccessRow[] = [
  plainRow(accounts.login, () => ({ body: { user: { email: 'nobody@test.test', password: 'wrong' } } })),
  plainRow(accounts.redeemTicket, () => ({ body: { ticket: 'none' } })),
  plainRow(accounts.logout, () => ({})),
  ...ACCOUNTS,
  ...BUYING,
  ...INVOICES,
  plainRow(accounts.saveOnboarding, () => ({
    body: {
      persona_type: 'artist',
      persona_level: 'pro',
      persona_diy: 'yes',
      interests: ['mixing'],
      comments: null,
    },
  })),
  plainRow(content.getStudio, () => ({})),
  plainRow(content.getLimitations, () => ({})),
  plainRow(me.getMe, () => ({})),
  plainRow(notifications.unsubscribe, () => ({ query: { token: 'none', group: 'files' } })),
  plainRow(notifications.openUnsubscribe, () => ({ query: { token: 'none', group: 'files' } })),
  plainRow(catalogue.listInstruments, () => ({})),
  plainRow(catalogue.getPartner, ({ musician }) => ({ params: { id: musician.slug } })),
  plainRow(explore.getConfiguration, ({ musician }) => ({ params: { slug: musician.slug } })),
  plainRow(explore.listPartners, () => ({})),
  plainRow(explore.searchPartners, () => ({})),
  plainRow(explore.partnerFilters, () => ({})),
  plainRow(musicianPage.musicianPage, ({ musician }) => ({ params: { slug: musician.slug } })),
  plainRow(musicianPage.musicianComments, ({ musician }) => ({ params: { slug: musician.slug } })),
  plainRow(explore.listSlots, ({ musician }) => ({ params: { id: musician.id } })),
  plainRow(calendar.availability, ({ musician }) => ({ query: { partner_id: musician.id } })),
  plainRow(calendar.nextSlots, () => ({})),
  plainRow(pay.musicianStats, () => ({ body: { year: 2026, month: 11 } })),
  plainRow(pay.statsSlots, () => ({ query: { year: 2026, month: 11, figure: 'fixed' as const } })),
  plainRow(pay.statsPdf, () => ({ query: { year: 2026, month: 11 } })),
  plainRow(explore.musicianCalendar, () => ({
    query: { timezone: 'Europe/Lisbon', from_date: '2026-11-21', to_date: '2026-11-28' },
  })),
  ...OTHER_CALENDARS,
  plainRow(schedule.getSchedule, () => ({})),
  plainRow(schedule.previewSchedule, () => ({ body: { version: 0, change: NO_HOURS } })),
  plainRow(schedule.changeSchedule, () => ({ body: { version: 0, change: NO_HOURS } })),
  plainRow(schedule.undoSchedule, () => ({ body: { change_id: UNKNOWN_ID } })),

  ...SAMPLES,
  ...SESSIONS,
  ...MESSAGES,
  ...FILES,
  ...BOOKING,
  ...CONTENT,
  ...LIVE,
  ...PRIVACY,
  ...REFERRALS,
  ...ME,
  ...OPERATOR,
];
