import * as auditLog from '#shared/operator/contract-audit.ts';
import * as content from '#shared/operator/content/contract-content.ts';
import * as pictures from '#shared/operator/content/contract-pictures.ts';
import * as prices from '#shared/operator/content/contract-prices.ts';
import * as services from '#shared/operator/content/contract-services.ts';
import * as coupons from '#shared/operator/content/contract-coupons.ts';
import * as flags from '#shared/operator/content/contract-flags.ts';
import * as figures from '#shared/operator/figures/contract-figures.ts';
import * as mails from '#shared/operator/system/contract-mails.ts';
import * as musician from '#shared/operator/musicians/contract-musician.ts';
import * as schedule from '#shared/operator/musicians/contract-schedule.ts';
import * as musicians from '#shared/operator/musicians/contract-musicians.ts';
import * as payouts from '#shared/operator/musicians/contract-payouts.ts';
import * as people from '#shared/operator/contract-people.ts';
import * as person from '#shared/operator/contract-person.ts';
import * as block from '#shared/operator/person/contract-block.ts';
import * as role from '#shared/operator/person/contract-role.ts';
import * as imports from '#shared/operator/import/contract-import.ts';
import * as invite from '#shared/operator/person/contract-invite.ts';
import * as personData from '#shared/operator/contract-person-data.ts';
import * as rewards from '#shared/operator/rewards/contract-rewards.ts';
import * as queues from '#shared/operator/system/contract-queues.ts';
import * as system from '#shared/operator/system/contract-system.ts';
import * as today from '#shared/operator/contract-today.ts';
import * as search from '#shared/operator/contract-search.ts';
import * as session from '#shared/operator/contract-session.ts';
import * as sessionVerbs from '#shared/operator/contract-session-verbs.ts';
import * as sessions from '#shared/operator/contract-sessions.ts';
import * as payments from '#shared/operator/person/contract-payments.ts';
import * as verbs from '#shared/operator/contract-person-verbs.ts';
import * as operator from '#shared/operator/contract.ts';
import { plainRow, UNKNOWN_ID, UNKNOWN_SESSION, type AccessRow } from './row.ts';

const A_FIGURE = { figure: 'bookings', by: 'week', from: '2026-01-01', to: '2026-03-31' } as const;
const ONE_SESSION = { id: UNKNOWN_SESSION };
const WHY = { reason: 'A test' };
const WHO = { client: UNKNOWN_ID, musician: UNKNOWN_ID, service: UNKNOWN_ID };
const START = '2026-12-01T10:00:00Z';
const A_MANAGED_CLIENT = {
  role: 'managed',
  email: 'access-row@talkback.test',
  name: 'Access Row',
  zone: 'UTC',
} as const;
const FAQS = { name: 'faqs' } as const;
const ONE_MUSICIAN = { id: UNKNOWN_ID };
const A_WEEK = {
  version: 0,
  change: { kind: 'copy_week', from_week: '2026-11-30', to_week: '2026-12-07' },
} as const;
const A_MONTH = { year: 2026, month: 10 };
const ITS_MUSICIANS = { ...A_MONTH, musicians: [UNKNOWN_ID] };
const ONE_CREDIT = { credits: 1, reason: 'A test' };

/** Of nothing, so that it is not made. */
const A_COUPON = {
  code: 'NOTHING',
  percent: 0,
  cents: null,
  duration: 'once' as const,
  months: null,
  offers: [],
  max_redemptions: null,
  last_day: null,
  first_only: false,
};
const SERVICE_TEXTS = {
  label: 'Beats',
  short_description: 'A beat.',
  service_description: 'A beat for a song.',
  info_button_body: null,
  service_url: null,
  warning_message: null,
  file_upload_rules: [],
  credits: 1,
  exclusive_prices_value: null,
  alternative_value: null,
  alternative_value_annual: null,
  files_deadline: 60,
};
/** Too long, so that it is not added. */
const A_SERVICE = {
  value: 'beats',
  label: 'Beats',
  short_description: 'A beat.',
  service_description: 'A beat for a song.',
  category: 'instruments' as const,
  session_type: 'all' as const,
  unit_minutes: 180,
  slots: 2,
  files_deadline_enabled: true,
  files_delivery: 15,
  credits: 1,
};

/** The console, whose operators see everybody. */
export const OPERATOR: readonly AccessRow[] = [
  plainRow(today.getToday, () => ({})),
  plainRow(figures.getFigure, () => ({ query: A_FIGURE })),
  plainRow(operator.getDataCheck, () => ({})),
  plainRow(operator.startDataCheck, () => ({})),
  plainRow(auditLog.listAuditLog, () => ({})),
  plainRow(people.listPeople, () => ({})),
  plainRow(person.getPerson, ({ client }) => ({ params: { id: client.id } })),
  plainRow(invite.listCatalogueNames, () => ({})),
  plainRow(invite.invitePerson, () => ({ body: A_MANAGED_CLIENT })),
  plainRow(imports.checkMembers, () => ({ body: { csv: '' } })),
  plainRow(imports.importMembers, () => ({ body: { csv: '' } })),
  plainRow(imports.checkMusicians, () => ({ body: { csv: '' } })),
  plainRow(imports.importMusicians, () => ({ body: { csv: '' } })),
  plainRow(imports.checkSessions, () => ({ body: { csv: '' } })),
  plainRow(imports.importSessions, () => ({ body: { csv: '' } })),
  plainRow(invite.admitPerson, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(invite.inviteAgain, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(block.blockPerson, () => ({ params: { id: UNKNOWN_ID }, body: WHY })),
  plainRow(block.unblockPerson, () => ({ params: { id: UNKNOWN_ID }, body: WHY })),
  plainRow(role.getRoleChanges, ({ client }) => ({ params: { id: client.id } })),
  plainRow(role.changeRole, () => ({
    params: { id: UNKNOWN_ID },
    body: { ...WHY, from: 'client' as const, to: 'managed' as const },
  })),
  plainRow(payments.listPersonPayments, ({ client }) => ({ params: { id: client.id } })),
  plainRow(payments.planRefund, () => ({ params: { id: UNKNOWN_ID }, query: {} })),
  plainRow(payments.makeRefund, () => ({
    params: { id: UNKNOWN_ID },
    body: { cents: 1, left_cents: 0 },
  })),
  plainRow(payments.readSubscriptions, ({ client }) => ({ params: { id: client.id } })),
  plainRow(verbs.endLogins, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(verbs.grantCredits, ({ client }) => ({ params: { id: client.id }, body: ONE_CREDIT })),
  plainRow(verbs.takeCredits, ({ client }) => ({ params: { id: client.id }, body: ONE_CREDIT })),
  plainRow(rewards.listRewards, () => ({})),
  plainRow(rewards.approveReward, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(rewards.rejectReward, () => ({ params: { id: UNKNOWN_ID }, body: WHY })),
  plainRow(musicians.listMusicians, () => ({})),
  plainRow(musician.getMusician, ({ musician: { id } }) => ({ params: { id } })),
  plainRow(musician.approveProfile, () => ({ params: ONE_MUSICIAN, body: { version: 1 } })),
  plainRow(musician.returnProfile, () => ({ params: ONE_MUSICIAN, body: { version: 1, note: 'A test' } })),
  plainRow(musician.setMusicianRate, () => ({
    params: ONE_MUSICIAN,
    body: { from: '2026-12-01', fixed_cents: 3200, flexible_cents: 4500 },
  })),
  plainRow(musician.setMusicianServices, () => ({
    params: ONE_MUSICIAN,
    body: { version: 0, services: ['recording'] },
  })),
  plainRow(schedule.getMusicianSchedule, ({ musician: { id } }) => ({ params: { id } })),
  plainRow(schedule.getMusicianSlots, ({ musician: { id } }) => ({
    params: { id },
    query: { timezone: 'UTC', from_date: '2026-12-01', to_date: '2026-12-01' },
  })),
  plainRow(schedule.previewMusicianSchedule, () => ({ params: ONE_MUSICIAN, body: A_WEEK })),
  plainRow(schedule.changeMusicianSchedule, () => ({ params: ONE_MUSICIAN, body: A_WEEK })),
  plainRow(schedule.undoMusicianSchedule, () => ({
    params: ONE_MUSICIAN,
    body: { change_id: UNKNOWN_ID },
  })),
  plainRow(payouts.getPayouts, () => ({ query: A_MONTH })),
  plainRow(payouts.getMusicianMonths, ({ musician: { id } }) => ({ params: { id }, query: { year: 2026 } })),
  plainRow(payouts.getPayoutPdf, ({ musician: { id } }) => ({ params: { id }, query: A_MONTH })),
  plainRow(payouts.closeMonths, () => ({ body: ITS_MUSICIANS })),
  plainRow(payouts.markMonthsPaid, () => ({
    body: { ...ITS_MUSICIANS, paid_on: '2026-11-05', reference: 'A test' },
  })),
  plainRow(payouts.takePaidMarkBack, () => ({ params: ONE_MUSICIAN, body: WHY })),
  plainRow(personData.downloadPersonData, () => ({ params: { id: UNKNOWN_ID }, body: WHY })),
  plainRow(personData.erasePerson, () => ({
    params: { id: UNKNOWN_ID },
    body: { ...WHY, when: 'later' as const },
  })),
  plainRow(personData.keepPerson, () => ({ params: { id: UNKNOWN_ID }, body: WHY })),
  plainRow(system.getSystem, () => ({})),
  plainRow(system.checkHealth, () => ({})),
  plainRow(mails.listMails, () => ({})),
  plainRow(mails.readMail, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(mails.sendMailAgain, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(queues.getQueues, () => ({})),
  plainRow(content.listContent, () => ({})),
  plainRow(content.getContentDocument, () => ({ params: FAQS })),
  plainRow(content.getContentVersion, () => ({ params: { ...FAQS, version: 1 } })),
  plainRow(content.saveDraft, () => ({ params: FAQS, body: { revision: UNKNOWN_ID, value: {} } })),
  plainRow(content.discardDraft, () => ({ params: FAQS, body: { revision: UNKNOWN_ID } })),
  plainRow(content.publishDraft, () => ({ params: FAQS, body: { revision: UNKNOWN_ID, over: 9 } })),
  plainRow(content.resetContent, () => ({ params: FAQS, body: { over: 9 } })),
  plainRow(content.bringVersionBack, () => ({
    params: { ...FAQS, version: 9 },
    body: { revision: null },
  })),
  plainRow(prices.listPrices, () => ({})),
  plainRow(prices.makePrices, () => ({ body: { seen: 'nothing' } })),
  plainRow(services.listServices, () => ({})),
  plainRow(services.addService, () => ({ body: A_SERVICE })),
  plainRow(services.orderServices, () => ({ body: { seen: [], order: [UNKNOWN_ID] } })),
  plainRow(services.getService, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(services.changeService, () => ({
    params: { id: UNKNOWN_ID },
    body: { seen: 'nothing', value: SERVICE_TEXTS },
  })),
  plainRow(services.stopService, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(services.offerService, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(coupons.listCoupons, () => ({})),
  plainRow(coupons.makeCoupon, () => ({ body: A_COUPON })),
  plainRow(coupons.endCoupon, () => ({ params: { id: 'promo_none' } })),
  plainRow(flags.listFlags, () => ({})),
  plainRow(flags.setFlag, () => ({ params: { name: 'sale' }, body: { on: false } })),
  plainRow(flags.unsetFlag, () => ({ params: { name: 'sale' } })),
  plainRow(pictures.listPictures, () => ({})),
  plainRow(pictures.addPicture, () => ({})),
  plainRow(pictures.removePicture, () => ({ params: { file: 'none.webp' } })),
  plainRow(queues.listDeadLetters, () => ({})),
  plainRow(queues.runDeadLetter, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(queues.dropDeadLetter, () => ({ params: { id: UNKNOWN_ID }, body: { reason: 'A test' } })),
  plainRow(queues.listWebhooks, () => ({})),
  plainRow(search.searchConsole, () => ({ query: { q: 'ada' } })),
  plainRow(sessions.listSessions, () => ({})),
  plainRow(session.getSession, () => ({ params: ONE_SESSION })),
  plainRow(session.listMoveTimes, () => ({ params: ONE_SESSION })),
  plainRow(sessionVerbs.moveSession, () => ({ params: ONE_SESSION, body: { starts_at: START } })),
  plainRow(sessionVerbs.cancelSession, () => ({ params: ONE_SESSION, body: WHY })),
  plainRow(sessionVerbs.setNotDelivered, () => ({ params: ONE_SESSION, body: WHY })),
  plainRow(sessionVerbs.readMessages, () => ({ params: ONE_SESSION, body: WHY })),
  plainRow(sessionVerbs.listBookableServices, ({ musician }) => ({ params: { id: musician.id } })),
  plainRow(sessionVerbs.listBookingTimes, () => ({ query: WHO })),
  plainRow(sessionVerbs.bookSession, () => ({
    body: { ...WHO, starts_at: START, title: 'Song', attendance: true },
  })),
];
