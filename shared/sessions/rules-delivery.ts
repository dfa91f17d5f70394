import { effectiveStatus } from './rules.ts';
import type { Status } from './rules-status.ts';

/** How long after the session files were due the musician is reminded, in hours (docs/product/sessions.md#late-delivery). */
export const DELIVERY_REMINDER_HOURS = [2, 24] as const;
/** A reminder that could not be sent in time is dropped after this long. */
export const DELIVERY_REMINDER_UNTIL_HOURS = 6;

/** What lateness depends on. `due`: when the session files are due, null when none are. */
interface Delivery {
  readonly status: Status;
  readonly ends_at: Temporal.Instant;
  readonly due: Temporal.Instant | null;
}

/** Whether the session files are late at `now`: they wait for the musician, and were due. */
export function isDeliveryLate({ due, ...session }: Delivery, now: Temporal.Instant): boolean {
  if (due === null || Temporal.Instant.compare(now, due) < 0) return false;
  return effectiveStatus(session, now) === 'partner_upload_required';
}

/** The reminder of a late delivery that is due at `now`, by its hours after the deadline; null: none. */
export function dueDeliveryReminder(delivery: Delivery, now: Temporal.Instant): number | null {
  const { due } = delivery;
  if (due === null || !isDeliveryLate(delivery, now)) return null;
  const late = due.until(now).total('hours');
  return (
    DELIVERY_REMINDER_HOURS.find((hours) => late >= hours && late < hours + DELIVERY_REMINDER_UNTIL_HOURS) ??
    null
  );
}
