import type { FieldError } from '../lib/problem.ts';
import { SERVICE } from './texts-service.ts';

/** Minutes of the longest session (docs/product/booking.md#selection), and the steps of hours in a calendar. */
const LONGEST = 180;
const STEP = 5;

/** What a new service's fields do not say one by one: that hours and sessions have place for it (docs/product/catalogue.md#new-services). */
export function lengthErrors({
  unit_minutes,
  slots,
}: {
  readonly unit_minutes: number;
  readonly slots: number;
}): FieldError[] {
  if (unit_minutes % STEP !== 0) return [{ field: 'unit_minutes', message: SERVICE.badUnit }];
  return unit_minutes * slots > LONGEST ? [{ field: 'slots', message: SERVICE.tooLongInAll }] : [];
}
