import type { Ctx } from '../../ctx/ctx.ts';
import { paypalReach } from './ask-paypal.ts';
import { find } from './fetch-customer.ts';
import { personOf, toEvent } from './parse-event.ts';
import { keepObject } from './queries-paypal.ts';

/** The person of an event that came before its payment was known; null: nobody of this studio. */
export async function personOfEvent(
  ctx: Pick<Ctx, 'db' | 'now' | 'payments'>,
  eventId: string,
): Promise<string | null> {
  const at = paypalReach(ctx);
  if (at === null) return null;
  const { paypal, mode } = at;
  const found = await find<unknown>(paypal, `/v1/notifications/webhooks-events/${eventId}`);
  const event = toEvent(found);
  if (!event.ok || event.value === null) return null;
  const { kind, object_id } = event.value;
  const person_id = await personOf(ctx.db, mode, event.value);
  if (person_id === undefined) return null;
  if (kind !== null) await keepObject(ctx.db, { mode, object_id, kind, person_id, now: ctx.now });
  return person_id;
}
