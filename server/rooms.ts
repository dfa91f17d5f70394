import { passOnLinkAsked, sweepAccounts } from './accounts/jobs.ts';
import { routes as accounts } from './accounts/routes.ts';
import { routes as billing } from './billing/routes.ts';
import { sweepHolds } from './booking/jobs.ts';
import { routes as booking } from './booking/routes.ts';
import { extendSlots, refreshNextFree } from './calendar/jobs.ts';
import { routes as calendar } from './calendar/routes.ts';
import { routes as catalogue } from './catalogue/routes.ts';
import { routes as content } from './content/routes.ts';
import { bookExpiry } from './credits/jobs.ts';
import { routes as credits } from './credits/routes.ts';
import { routes as explore } from './explore/routes.ts';
import { makeWaveforms, outlineArrived } from './files/audio/jobs.ts';
import { abortUploads } from './files/cancel.ts';
import { adoptLeftUploads, buryObjects, checkArrived, makeChecksums, tidyStorage } from './files/jobs.ts';
import { routes as files } from './files/routes.ts';
import type { Bound } from './lib/bind.ts';
import type { Handler, Job } from './lib/events.ts';
import { routes as me } from './me/routes.ts';
import { routes as messages } from './messages/routes.ts';
import { routes as live } from './notifications/live/routes.ts';
import { sendMail } from './notifications/jobs.ts';
import { MAIL_HANDLERS } from './notifications/mails/handlers.ts';
import { remind } from './notifications/remind.ts';
import { routes as notifications } from './notifications/routes.ts';
import { followInvoice, followTrial, payRewards } from './referrals/jobs.ts';
import { routes as referrals } from './referrals/routes.ts';
import { sendInvitation } from './referrals/send-invitation.ts';
import { routes as sessions } from './sessions/routes.ts';

/** Every endpoint of every room; the API, its document and the access tests are made from this list. */
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
  ...referrals,
  ...me,
  ...notifications,
  ...live,
];

/** Who does what about which event. */
export const HANDLERS: readonly Handler[] = [
  passOnLinkAsked,
  checkArrived,
  outlineArrived,
  ...MAIL_HANDLERS,
  sendInvitation,
  followTrial,
  followInvoice,
];

/** What runs by itself. */
export const JOBS: readonly Job[] = [
  sweepAccounts,
  bookExpiry,
  extendSlots,
  refreshNextFree,
  sweepHolds,
  makeChecksums,
  makeWaveforms,
  adoptLeftUploads,
  abortUploads,
  buryObjects,
  tidyStorage,
  payRewards,
  sendMail,
  remind,
];
