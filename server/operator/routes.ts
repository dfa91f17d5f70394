import * as contract from '#shared/operator/contract.ts';
import * as audit from '#shared/operator/contract-audit.ts';
import * as content from '#shared/operator/content/contract-content.ts';
import * as coupons from '#shared/operator/content/contract-coupons.ts';
import * as flags from '#shared/operator/content/contract-flags.ts';
import * as pictures from '#shared/operator/content/contract-pictures.ts';
import * as prices from '#shared/operator/content/contract-prices.ts';
import * as services from '#shared/operator/content/contract-services.ts';
import * as figures from '#shared/operator/figures/contract-figures.ts';
import * as mails from '#shared/operator/system/contract-mails.ts';
import * as musician from '#shared/operator/musicians/contract-musician.ts';
import * as schedule from '#shared/operator/musicians/contract-schedule.ts';
import * as musicians from '#shared/operator/musicians/contract-musicians.ts';
import * as payouts from '#shared/operator/musicians/contract-payouts.ts';
import * as people from '#shared/operator/contract-people.ts';
import * as personData from '#shared/operator/contract-person-data.ts';
import * as person from '#shared/operator/contract-person.ts';
import * as block from '#shared/operator/person/contract-block.ts';
import * as imports from '#shared/operator/import/contract-import.ts';
import * as invite from '#shared/operator/person/contract-invite.ts';
import * as role from '#shared/operator/person/contract-role.ts';
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
import { changeSchedule, getSchedule, previewSchedule, undoSchedule } from '../calendar/service.ts';
import { catalogueNames } from '../catalogue/service.ts';
import { serve, type Bound } from '../http/bind.ts';
import * as operator from './service.ts';
import { ok } from '#shared/lib/result.ts';

export const routes: readonly Bound[] = [
  serve(today.getToday, (ctx) => operator.getToday(ctx)),
  serve(figures.getFigure, operator.getFigure),
  serve(contract.getDataCheck, (ctx) => operator.getDataCheck(ctx)),
  serve(contract.startDataCheck, (ctx) => operator.startDataCheck(ctx)),
  serve(audit.listAuditLog, operator.listAuditLog),
  serve(people.listPeople, operator.listPeople),
  serve(person.getPerson, operator.getPerson),
  serve(invite.listCatalogueNames, async ({ db }) => ok(await catalogueNames(db))),
  serve(invite.invitePerson, (ctx, { body }) => operator.invitePerson(ctx, body)),
  serve(imports.checkMembers, operator.checkMemberFile),
  serve(imports.importMembers, operator.importMemberFile),
  serve(imports.checkMusicians, operator.checkMusicianFile),
  serve(imports.importMusicians, operator.importMusicianFile),
  serve(imports.checkSessions, operator.checkSessionFile),
  serve(imports.importSessions, operator.importSessionFile),
  serve(invite.admitPerson, operator.admitPerson),
  serve(invite.inviteAgain, operator.inviteAgain),
  serve(block.blockPerson, operator.blockPerson),
  serve(block.unblockPerson, operator.unblockPerson),
  serve(role.getRoleChanges, operator.getRoleChanges),
  serve(role.changeRole, operator.changeRole),
  serve(payments.listPersonPayments, operator.listPersonPayments),
  serve(payments.planRefund, operator.planRefund),
  serve(payments.makeRefund, operator.makeRefund),
  serve(payments.readSubscriptions, operator.readSubscriptions),
  serve(personData.downloadPersonData, operator.downloadPersonData),
  serve(personData.erasePerson, operator.erasePerson),
  serve(personData.keepPerson, operator.keepPerson),
  serve(verbs.endLogins, operator.endLogins),
  serve(verbs.grantCredits, operator.grantCredits),
  serve(verbs.takeCredits, operator.takeCredits),
  serve(rewards.listRewards, operator.listRewards),
  serve(rewards.approveReward, operator.approveReward),
  serve(rewards.rejectReward, operator.rejectReward),
  serve(musicians.listMusicians, operator.listMusicians),
  serve(musician.getMusician, operator.getMusician),
  serve(musician.approveProfile, operator.approveProfile),
  serve(musician.returnProfile, operator.returnProfile),
  serve(musician.setMusicianRate, operator.setMusicianRate),
  serve(musician.setMusicianServices, operator.setMusicianServices),
  serve(schedule.getMusicianSchedule, (ctx, { params: { id } }) => getSchedule(ctx, id)),
  serve(schedule.getMusicianSlots, operator.getMusicianSlots),
  serve(schedule.previewMusicianSchedule, (ctx, { params: { id: musicianId }, body }) =>
    previewSchedule(ctx, { ...body, musicianId }),
  ),
  serve(schedule.changeMusicianSchedule, (ctx, { params: { id: musicianId }, body }) =>
    changeSchedule(ctx, { ...body, musicianId }),
  ),
  serve(schedule.undoMusicianSchedule, (ctx, { params: { id: musicianId }, body }) =>
    undoSchedule(ctx, { ...body, musicianId }),
  ),
  serve(payouts.getPayouts, operator.getPayouts),
  serve(payouts.getMusicianMonths, operator.getMusicianMonths),
  serve(payouts.getPayoutPdf, operator.getPayoutPdf),
  serve(payouts.closeMonths, operator.closeMonths),
  serve(payouts.markMonthsPaid, operator.markMonthsPaid),
  serve(payouts.takePaidMarkBack, operator.takePaidMarkBack),
  serve(content.listContent, (ctx) => operator.listContent(ctx)),
  serve(content.getContentDocument, operator.getContentDocument),
  serve(content.getContentVersion, operator.getContentVersion),
  serve(content.saveDraft, operator.saveDraft),
  serve(content.discardDraft, operator.discardDraft),
  serve(content.publishDraft, operator.publishDraft),
  serve(content.resetContent, operator.resetContent),
  serve(content.bringVersionBack, operator.bringVersionBack),
  serve(prices.listPrices, (ctx) => operator.listPrices(ctx)),
  serve(prices.makePrices, operator.makePrices),
  serve(services.listServices, (ctx) => operator.listServices(ctx)),
  serve(services.addService, operator.addService),
  serve(services.orderServices, operator.orderServices),
  serve(services.getService, operator.getService),
  serve(services.changeService, operator.changeService),
  serve(services.stopService, operator.stopService),
  serve(services.offerService, operator.offerService),
  serve(coupons.listCoupons, operator.listCoupons),
  serve(coupons.makeCoupon, operator.makeCoupon),
  serve(coupons.endCoupon, operator.endCoupon),
  serve(flags.listFlags, (ctx) => operator.listFlags(ctx)),
  serve(flags.setFlag, operator.setFlag),
  serve(flags.unsetFlag, operator.unsetFlag),
  serve(pictures.listPictures, (ctx) => operator.listPictures(ctx)),
  serve(pictures.addPicture, (ctx, _, { request }) => operator.addPicture(ctx, request)),
  serve(pictures.removePicture, operator.removePicture),
  serve(system.getSystem, (ctx) => operator.getSystem(ctx)),
  serve(system.checkHealth, (ctx) => operator.checkHealth(ctx)),
  serve(mails.listMails, operator.listMails),
  serve(mails.readMail, operator.readMail),
  serve(mails.sendMailAgain, operator.sendMailAgain),
  serve(queues.getQueues, (ctx) => operator.getQueues(ctx)),
  serve(queues.listDeadLetters, operator.listDeadLetters),
  serve(queues.runDeadLetter, operator.runDeadLetter),
  serve(queues.dropDeadLetter, operator.dropDeadLetter),
  serve(queues.listWebhooks, operator.listWebhooks),
  serve(search.searchConsole, operator.searchConsole),
  serve(sessions.listSessions, operator.listSessions),
  serve(session.getSession, operator.getSession),
  serve(session.listMoveTimes, operator.listMoveTimes),
  serve(sessionVerbs.moveSession, operator.moveSession),
  serve(sessionVerbs.cancelSession, operator.cancelSession),
  serve(sessionVerbs.setNotDelivered, operator.setNotDelivered),
  serve(sessionVerbs.readMessages, operator.readMessages),
  serve(sessionVerbs.listBookableServices, operator.listBookableServices),
  serve(sessionVerbs.listBookingTimes, operator.listBookingTimes),
  serve(sessionVerbs.bookSession, operator.bookSession),
];
