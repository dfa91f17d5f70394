import * as contract from '#shared/booking/contract.ts';
import * as holding from '#shared/booking/contract-holding.ts';
import { serve, type Bound } from '../http/bind.ts';
import * as booking from './service.ts';

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
];
