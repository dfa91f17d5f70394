import { NOT_FOUND, PICKER } from '#shared/booking/texts.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { lockPerson } from '../accounts/steps.ts';
import { lockMusician, slotsFrom } from '../calendar/steps.ts';
import { serviceForMoving } from '../catalogue/service.ts';
import { audit } from '../db/audit.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { lockSession } from '../sessions/steps.ts';
import type { ChoiceRefusal } from './check-choice.ts';
import * as queries from './queries.ts';
import { moveFacts, moveLocked } from './steps.ts';

interface Moving {
  readonly sessionId: number;
  /** The operator's person id. */
  readonly operatorId: string;
  /** Where the first of its new slots begins. */
  readonly startsAt: Temporal.Instant;
}

interface Moved {
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

/**
 * Moves anybody's upcoming session for the studio, also one that has begun, to its musician's free slots from a start on
 * (docs/product/booking.md#moving). `unknown_session`: there is none; `not_found`: no time begins then.
 */
export async function moveAsOperator(
  ctx: Ctx,
  { sessionId, operatorId, startsAt }: Moving,
): Promise<Result<Moved, ChoiceRefusal | 'unknown_session' | 'not_now'>> {
  const { now } = ctx;
  return transaction(ctx, async (tx) => {
    const people = await queries.participantsOf(tx, sessionId);
    if (people === undefined) return fail('unknown_session');
    const { client_id: clientId, musician_id: musicianId, client_zone: zone } = people;
    await lockPerson(tx, clientId);
    await lockMusician(tx, musicianId);
    const row = await lockSession(tx, sessionId);
    if (row === undefined || row.phase === 'hold') return fail('unknown_session');
    const allowed = mayDo('operator', 'cancel', row, now);
    if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });

    const service = await serviceForMoving(tx, { musicianId, serviceId: row.service_id });
    if (service === undefined) return fail('bad_selection', { detail: PICKER.otherService });
    const { category, unit_minutes: unitMinutes } = service;
    const many = Math.ceil(row.duration / unitMinutes);
    const slotIds = await slotsFrom(tx, { musicianId, category, unitMinutes, startsAt, many });
    const [primary] = slotIds;
    if (primary === undefined) return fail('not_found', { detail: NOT_FOUND.time });
    const client = { id: clientId, zone };
    const facts = await moveFacts(tx, row, { client, slotIds, primary, priorityEnd: null }, now);
    const moved = await moveLocked(tx, ctx, row, operatorId, facts);
    if (!moved.ok) return moved;
    const { starts_at, ends_at } = moved.value;
    await audit(tx, ctx, {
      what: 'session.moved',
      object: { kind: 'session', id: sessionId },
      personId: clientId,
      before: { starts_at: row.starts_at.toString(), ends_at: row.ends_at.toString() },
      after: { starts_at: starts_at.toString(), ends_at: ends_at.toString() },
    });
    return ok({ starts_at, ends_at });
  });
}
