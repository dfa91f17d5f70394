import * as contract from '#shared/calendar/contract.ts';
import * as others from '#shared/calendar/contract-outside.ts';
import * as pay from '#shared/calendar/contract-pay.ts';
import * as scheduling from '#shared/calendar/contract-schedule.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { serve, type Bound } from '../http/bind.ts';
import * as outside from './outside/service.ts';
import { musicianStats, statsPdf, statsSlots } from './pay/read-month.ts';
import * as schedule from './schedule/service.ts';
import * as calendar from './service.ts';

const own = <B extends object>({ actor }: SignedInCtx, body: B) => ({ musicianId: actor.id, ...body });

export const routes: readonly Bound[] = [
  serve(contract.availability, (ctx, input) => calendar.availability(ctx, input)),
  serve(contract.nextSlots, (ctx, input) => calendar.nextSlots(ctx, input)),
  serve(pay.musicianStats, musicianStats),
  serve(pay.statsSlots, statsSlots),
  serve(pay.statsPdf, statsPdf),
  serve(others.listCalendars, outside.listCalendars),
  serve(others.addCalendar, outside.addCalendar),
  serve(others.readCalendar, outside.readCalendar),
  serve(others.renameCalendar, outside.renameCalendar),
  serve(others.removeCalendar, outside.removeCalendar),
  serve(scheduling.getSchedule, (ctx) => schedule.getSchedule(ctx, ctx.actor.id)),
  serve(scheduling.previewSchedule, (ctx, { body }) => schedule.previewSchedule(ctx, own(ctx, body))),
  serve(scheduling.changeSchedule, (ctx, { body }) => schedule.changeSchedule(ctx, own(ctx, body))),
  serve(scheduling.undoSchedule, (ctx, { body }) => schedule.undoSchedule(ctx, own(ctx, body))),
];
