import * as contract from '#shared/booking/contract.ts';
import * as holding from '#shared/booking/contract-holding.ts';
import * as waiting from '#shared/booking/contract-waiting.ts';
import { serve, type Bound } from '../http/bind.ts';
import * as booking from './service.ts';
import { acceptOffer } from './waiting/accept.ts';
import { changeWait } from './waiting/change.ts';
import { joinLine } from './waiting/join.ts';
import { declineOffer, leaveLine } from './waiting/leave.ts';
import { listWaits } from './waiting/list.ts';

export const routes: readonly Bound[] = [
  serve(contract.prebook, booking.prebook),
  serve(contract.extend, booking.extend),
  serve(contract.release, booking.release),
  serve(holding.listHolds, booking.listHolds),
  serve(holding.getDraft, booking.getDraft),
  serve(holding.saveDraft, booking.saveDraft),
  serve(contract.confirm, booking.confirm),
  serve(contract.cancel, booking.cancel),
  serve(contract.updateSession, booking.updateSession),
  serve(contract.reschedule, booking.reschedule),
  serve(contract.sendFeedback, booking.sendFeedback),
  serve(waiting.listWaits, (ctx) => listWaits(ctx)),
  serve(waiting.joinLine, joinLine),
  serve(waiting.changeWait, changeWait),
  serve(waiting.leaveLine, leaveLine),
  serve(waiting.acceptOffer, acceptOffer),
  serve(waiting.declineOffer, declineOffer),
];
