import type { Ctx } from '../ctx/ctx.ts';
import * as queries from './queries.ts';

export { admit } from './admit.ts';
export { checkData } from './check-data.ts';
export { checkMembers, importMembers } from './import/import-members.ts';
export { checkMusicians, importMusicians } from './import/import-musicians.ts';
export { checkSessions, importSessions } from './import/import-sessions.ts';
export { readFileLines } from './import/read-file-lines.ts';
export {
  checkMemberFile,
  checkMusicianFile,
  checkSessionFile,
  importMemberFile,
  importMusicianFile,
  importSessionFile,
} from './import/import-file.ts';
export { invitePerson } from './invite-person.ts';
export { resetSecondFactor } from './reset-second-factor.ts';
export { readMetrics, type StudioMetrics } from './metrics/read-metrics.ts';
export { listAuditLog } from './list-audit-log.ts';
export { grantCredits, takeCredits } from './people/change-credits.ts';
export { admitPerson } from './people/admit-person.ts';
export { blockPerson, unblockPerson } from './people/block-person.ts';
export { changeRole, getRoleChanges } from './people/change-role.ts';
export { inviteAgain } from './people/invite-again.ts';
export { downloadPersonData, erasePerson, keepPerson } from './people/own-data.ts';
export { endLogins } from './people/end-logins.ts';
export { getPerson } from './people/get-person.ts';
export { listPersonPayments, makeRefund, planRefund } from './people/payments.ts';
export { readSubscriptions } from './people/read-subscriptions.ts';
export { listPeople } from './people/list-people.ts';
export { approveReward, listRewards, rejectReward } from './people/rewards.ts';
export { listMails, readMail, sendMailAgain } from './system/mails.ts';
export { dropDeadLetter, getQueues, listDeadLetters, runDeadLetter } from './system/queues.ts';
export { checkHealth, getSystem } from './system/state.ts';
export { getFigure } from './figures/get-figure.ts';
export { getToday } from './today/get-today.ts';
export { listWebhooks } from './system/webhooks.ts';
export { searchConsole } from './search/search-console.ts';
export { bookSession } from './sessions/book-session.ts';
export { cancelSession, moveSession, setNotDelivered } from './sessions/change-session.ts';
export { getSession } from './sessions/get-session.ts';
export { listSessions } from './sessions/list-sessions.ts';
export {
  approveProfile,
  returnProfile,
  setMusicianRate,
  setMusicianServices,
} from './musicians/change-musician.ts';
export { getMusician } from './musicians/get-musician.ts';
export {
  bringVersionBack,
  discardDraft,
  publishDraft,
  resetContent,
  saveDraft,
} from './content/change-content.ts';
export { getContentDocument, getContentVersion, listContent } from './content/get-content.ts';
export { getMusicianSlots } from './musicians/get-slots.ts';
export { addPicture, listPictures, removePicture } from './content/pictures.ts';
export { endCoupon, listCoupons, makeCoupon } from './content/coupons.ts';
export { listFlags, setFlag, unsetFlag } from './content/flags.ts';
export { listPrices, makePrices } from './content/prices.ts';
export { addService, changeService, getService, listServices, orderServices } from './content/services.ts';
export { offerService, stopService } from './content/offer-service.ts';
export { listMusicians } from './musicians/list-musicians.ts';
export {
  closeMonths,
  getMusicianMonths,
  getPayoutPdf,
  getPayouts,
  markMonthsPaid,
  takePaidMarkBack,
} from './musicians/payouts.ts';
export { listBookableServices, listBookingTimes, listMoveTimes } from './sessions/list-times.ts';
export { readMessages } from './sessions/read-messages.ts';
export { getDataCheck, startDataCheck } from './get-data-check.ts';

/** A person on the waiting list. */
export interface Waiting {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly created_at: Temporal.Instant;
}

/** The waiting list, longest waiting first. */
export function listWaiting(ctx: Pick<Ctx, 'db'>): Promise<readonly Waiting[]> {
  return queries.waitingPeople(ctx.db);
}

/** The first operator; undefined while there is none. */
export function firstOperator(ctx: Pick<Ctx, 'db'>): Promise<{ readonly id: string } | undefined> {
  return queries.firstOperator(ctx.db);
}

/** Whether a mail of a kind to an address was sent. */
export function isMailSent(
  ctx: Pick<Ctx, 'db'>,
  { to, template }: { readonly to: string; readonly template: string },
): Promise<boolean> {
  return queries.isMailSent(ctx.db, to, template);
}
