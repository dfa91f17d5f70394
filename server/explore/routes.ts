import * as calendar from '../../shared/calendar/contract.ts';
import * as catalogue from '../../shared/catalogue/contract.ts';
import * as contract from '../../shared/explore/contract.ts';
import { serve, type Bound } from '../lib/bind.ts';
import * as explore from './service.ts';

/** Beside the listing: what needs musicians, slots, sessions and the caller's membership together. */
export const routes: readonly Bound[] = [
  serve(contract.listPartners, (ctx, input) => explore.listPartners(ctx, input)),
  serve(catalogue.getConfiguration, (ctx, input) => explore.getConfiguration(ctx, input)),
  serve(calendar.listSlots, (ctx, input) => explore.listSlots(ctx, input)),
  serve(calendar.musicianCalendar, (ctx, input) => explore.musicianCalendar(ctx, input)),
];
