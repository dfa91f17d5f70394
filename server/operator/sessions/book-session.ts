import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-session-verbs.ts';
import { bookAsOperator } from '../../booking/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { toTimeRefusal } from './time-refusal.ts';

type Booked = Result<ResponseOf<typeof contract.bookSession>, ProblemOf<typeof contract.bookSession>>;

/** Books a session for somebody (docs/product/booking.md#booking-for-a-client). */
export async function bookSession(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.bookSession>,
): Promise<Booked> {
  const { client, musician, service, units, title, attendance, message } = body;
  const startsAt = Temporal.Instant.from(body.starts_at);
  const how = { units, title, attendance, message: message?.trim() === '' ? null : message };
  const booked = await bookAsOperator(ctx, {
    ...how,
    operatorId: ctx.actor.id,
    client: { id: client },
    musician,
    service: { id: service },
    startsAt,
  });
  if (booked.ok) {
    const { id, starts_at, ends_at, price } = booked.value;
    return ok({ id, starts_at: starts_at.toString(), ends_at: ends_at.toString(), price });
  }
  const { reason, detail } = booked;
  const why = detail === undefined ? {} : { detail };
  switch (reason) {
    case 'unknown_client':
    case 'unknown_musician':
    case 'unknown_service':
      return fail('not_found');
    case 'not_found':
    case 'slot_taken':
    case 'restricted':
    case 'bad_selection':
      return toTimeRefusal(reason, why);
    case 'invalid':
      return fail('invalid', { ...why, errors: booked.errors ?? [] });
    // Words for the client would not fit the operator.
    default:
      return fail(reason);
  }
}
