import * as contract from '#shared/calendar/contract.ts';
import { serve, type Bound } from '../http/bind.ts';
import * as calendar from './service.ts';

export const routes: readonly Bound[] = [
  serve(contract.availability, (ctx, input) => calendar.availability(ctx, input)),
  serve(contract.nextSlots, (ctx, input) => calendar.nextSlots(ctx, input)),
];
