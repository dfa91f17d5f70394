import * as contract from '#shared/explore/contract.ts';
import * as page from '#shared/explore/contract-page.ts';
import { serve, type Bound } from '../http/bind.ts';
import * as filters from './filters/search.ts';
import { listComments, readPage } from './page/read-page.ts';
import * as explore from './service.ts';

/** The listing, and what needs musicians, slots, sessions and the caller's membership together. */
export const routes: readonly Bound[] = [
  serve(contract.listPartners, (ctx, input) => explore.listPartners(ctx, input)),
  serve(contract.searchPartners, (ctx, input) => filters.searchPartners(ctx, input)),
  serve(contract.partnerFilters, (ctx) => filters.partnerFilters(ctx)),
  serve(contract.getConfiguration, (ctx, input) => explore.getConfiguration(ctx, input)),
  serve(contract.listSlots, (ctx, input) => explore.listSlots(ctx, input)),
  serve(contract.musicianCalendar, (ctx, { query }) =>
    explore.musicianCalendar(ctx, { ...query, musicianId: ctx.actor.id }),
  ),
  serve(page.musicianPage, (ctx, input) => readPage(ctx, input)),
  serve(page.musicianComments, (ctx, input) => listComments(ctx, input)),
];
