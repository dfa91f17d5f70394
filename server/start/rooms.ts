import { forwardLinkRequest, sweepAccounts } from '../accounts/jobs.ts';
import { routes as accounts } from '../accounts/routes.ts';
import { passkeyRoutes } from '../accounts/passkeys/routes.ts';
import { secondFactorRoutes } from '../accounts/second-factor/routes.ts';
import { signUpRoutes } from '../accounts/sign-up/routes.ts';
import { reconcile, sweepCustomers } from '../billing/intake/jobs.ts';
import { endMembershipsHere } from '../billing/leaving/end-here.ts';
import { syncJob } from '../billing/intake/sync-job.ts';
import { issueInvoice, onReceipt, onRefunded } from '../billing/invoices/jobs.ts';
import { routes as billing } from '../billing/routes.ts';
import { announceCardExpiry, logPurchase } from '../billing/state/jobs.ts';
import { openAccount } from '../billing/steps.ts';
import { tellProvider } from '../billing/tell-provider.ts';
import { sweepHolds } from '../booking/jobs.ts';
import { routes as booking } from '../booking/routes.ts';
import { onSlotsReturned, settleLines } from '../booking/waiting/jobs.ts';
import { extendSlots, refreshNextFree } from '../calendar/jobs.ts';
import { readOther, readOthers } from '../calendar/outside/jobs.ts';
import { closeMonths } from '../calendar/pay/jobs.ts';
import { routes as calendar } from '../calendar/routes.ts';
import { makePreviews, sweepSamples } from '../catalogue/samples/jobs.ts';
import { routes as catalogue } from '../catalogue/routes.ts';
import { routes as content } from '../content/routes.ts';
import { bookExpiry } from '../credits/jobs.ts';
import { routes as credits } from '../credits/routes.ts';
import { routes as explore } from '../explore/routes.ts';
import { makeWaveforms, enqueueWaveforms } from '../files/waveforms/jobs.ts';
import {
  finalizeUnreportedUploads,
  deleteOrphans,
  checkArrived,
  makeChecksums,
  sweepStorage,
} from '../files/jobs.ts';
import { routes as files } from '../files/routes.ts';
import type { Bound } from '../http/bind.ts';
import type { Handler, Job } from '../ctx/ctx.ts';
import { routes as me } from '../me/routes.ts';
import { routes as messages } from '../messages/routes.ts';
import { routes as live } from '../notifications/live/routes.ts';
import { sendSessionMails } from '../notifications/send-session-mails.ts';
import { sendMail } from '../notifications/jobs.ts';
import { MAIL_HANDLERS } from '../notifications/mails/handlers.ts';
import { remind } from '../notifications/remind.ts';
import { routes as notifications } from '../notifications/routes.ts';
import { sumFigures } from '../operator/figures/sum-days.ts';
import { backUp, checkEachNight } from '../operator/jobs.ts';
import { routes as operator } from '../operator/routes.ts';
import { eraseDue, retain } from '../privacy/jobs.ts';
import { routes as privacy } from '../privacy/routes.ts';
import { onDisputed, onInvoicePaid, onPaidBack, onTrialStarted, payRewards } from '../referrals/jobs.ts';
import { routes as referrals } from '../referrals/routes.ts';
import { acceptCode } from '../referrals/steps.ts';
import { sendInvitation } from '../referrals/send-invitation.ts';
import { routes as sessions } from '../sessions/routes.ts';
import { abortUploads } from '../storage/uploads.ts';

/** Every endpoint: source of the API, its OpenAPI document and the access tests. */
export const ENDPOINTS: readonly Bound[] = [
  ...accounts,
  ...content,
  ...catalogue,
  ...credits,
  ...calendar,
  ...billing,
  ...explore,
  ...sessions,
  ...messages,
  ...files,
  ...booking,
  ...privacy,
  ...referrals,
  ...me,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...signUpRoutes({ openAccount, acceptCode }),
  ...notifications,
  ...live,
  ...operator,
];

/** Handlers by event. */
export const HANDLERS: readonly Handler[] = [
  forwardLinkRequest,
  checkArrived,
  enqueueWaveforms,
  onSlotsReturned,
  ...MAIL_HANDLERS,
  sendInvitation,
  onTrialStarted,
  onInvoicePaid,
  onPaidBack,
  onDisputed,
  onReceipt,
  logPurchase,
  onRefunded,
];

/** All jobs. */
export const JOBS: readonly Job[] = [
  tellProvider,
  sweepAccounts,
  bookExpiry,
  syncJob,
  reconcile,
  sweepCustomers,
  endMembershipsHere,
  announceCardExpiry,
  extendSlots,
  refreshNextFree,
  closeMonths,
  readOthers,
  readOther,
  sweepHolds,
  settleLines,
  makeChecksums,
  makeWaveforms,
  finalizeUnreportedUploads,
  abortUploads,
  deleteOrphans,
  sweepStorage,
  makePreviews,
  sweepSamples,
  eraseDue,
  retain,
  payRewards,
  issueInvoice,
  sendMail,
  sendSessionMails,
  remind,
  checkEachNight,
  backUp,
  sumFigures,
];
