import { fail, ok, type Result } from '#shared/lib/result.ts';
import { cleanText } from '#shared/lib/text.ts';
import { mayDo, type Allowed } from '#shared/sessions/rules-actions.ts';
import { effectiveStatus } from '#shared/sessions/rules.ts';
import { lockPerson } from '../accounts/steps.ts';
import { leavingOf, lockMusician } from '../calendar/steps.ts';
import { planRefund } from '../credits/steps.ts';
import { audit } from '../db/audit.ts';
import { together } from '../db/pipeline.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { lockSession, type SessionRow } from '../sessions/steps.ts';
import * as queries from './queries.ts';
import { cancelLocked } from './steps.ts';

interface Cancelling {
  readonly sessionId: number;
  /** The operator's person id. */
  readonly operatorId: string;
  /** The reason in the operator's words; both sides read it. */
  readonly reason: string;
  /** Only an upcoming session, or only one that was not delivered; by default either. */
  readonly only?: 'cancel' | 'not_delivered';
}

/**
 * Cancels any session for the studio, even one that has begun or was not delivered
 * (docs/product/booking.md#cancelling). Always refunds; `refunded` is in credits.
 */
export async function cancelAsOperator(
  ctx: Ctx,
  { sessionId, operatorId, reason, only }: Cancelling,
): Promise<Result<{ readonly refunded: number }, 'not_found' | 'not_now'>> {
  const { now } = ctx;
  return transaction(ctx, async (tx) => {
    const people = await queries.participantsOf(tx, sessionId);
    if (people === undefined) return fail('not_found');
    await lockPerson(tx, people.client_id);
    await lockMusician(tx, people.musician_id);
    const row = await lockSession(tx, sessionId);
    if (row === undefined || row.phase === 'hold') return fail('not_found');
    const allowed = mayGiveBack(row, only, now);
    if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });
    const reasons = [cleanText(reason)];
    const [refund, leaving] = await together([
      planRefund(tx, { sessionId, by: 'operator', now }),
      leavingOf(tx, { sessionId, musicianId: row.musician_id }),
    ]);
    const cancelling = { actorId: operatorId, reasons, notes: null, refund, leaving };
    const refunded = await cancelLocked(tx, ctx, row, cancelling);
    await audit(tx, ctx, {
      what: 'session.cancelled',
      object: { kind: 'session', id: sessionId },
      personId: people.client_id,
      reason: reasons.join(' '),
      before: { status: effectiveStatus(row, now) },
      after: { status: 'cancelled', credits_back: refunded },
    });
    return ok({ refunded });
  });
}

function mayGiveBack(row: SessionRow, only: Cancelling['only'], now: Temporal.Instant): Allowed {
  const cancel = mayDo('operator', 'cancel', row, now);
  if (only === 'cancel' || (only === undefined && cancel.allowed)) return cancel;
  return mayDo('operator', 'refund', row, now);
}
