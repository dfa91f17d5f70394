import type { Role } from '#shared/lib/endpoint.ts';
import { withInstants } from '#shared/sessions/rules.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { type Allowed, mayDo } from '#shared/sessions/rules-actions.ts';
import { checkMove } from '#shared/sessions/rules-move.ts';
import { NOT_ALLOWED } from '#shared/sessions/texts.ts';

/** Whether this person may move a session now, or why not (docs/product/sessions.md#moving). */
export function mayMove(role: Role, session: Session, now: Temporal.Instant): Allowed {
  const forRules = withInstants(session);
  const upcoming = mayDo(role, 'cancel', forRules, now);
  if (!upcoming.allowed) return upcoming;
  const { cancellation, booked_at } = session;
  if (cancellation === null || booked_at === null) return { allowed: false, reason: NOT_ALLOWED.notClient };
  const [from, until, booked] = [cancellation.refund_from, cancellation.refund_until, booked_at].map((at) =>
    Temporal.Instant.from(at),
  ) as [Temporal.Instant, Temporal.Instant, Temporal.Instant];
  const result = checkMove({ booked_at: booked, starts_at: forRules.starts_at }, { from, until }, now);
  return result.ok ? { allowed: true } : { allowed: false, reason: result.detail ?? NOT_ALLOWED.over };
}
