import { DELIVERY, readSetting, writeSetting, type DeliverySettings } from './delivery-settings.ts';
import type { Deliverer } from './claim.ts';

type At = Pick<Deliverer, 'pool' | 'now' | 'schema'>;

/** Delivers an event once more, to every endpoint that wants it. */
export async function sendAgain({ pool, now, schema }: At, event: string): Promise<number> {
  const { rowCount } = await pool.query(
    `insert into ${schema}.deliveries (event, endpoint, customer, state, due)
     select e.id, w.id, e.hidden ->> 'customer', 'pending', $2
     from ${schema}.objects e join ${schema}.objects w on w.kind = 'webhook_endpoint' and not w.deleted
       and (w.data -> 'enabled_events' ? '*' or w.data -> 'enabled_events' ? (e.data ->> 'type'))
     where e.id = $1 and e.kind = 'event'`,
    [event, now()],
  );
  return rowCount ?? 0;
}

/** Holds an event's deliveries back, or lets them go. */
export async function holdBack({ pool, schema }: At, event: string, holds: boolean): Promise<number> {
  const { rowCount } = await pool.query(
    `update ${schema}.deliveries set state = $3 where event = $1 and state = $2`,
    [event, holds ? 'pending' : 'held', holds ? 'held' : 'pending'],
  );
  return rowCount ?? 0;
}

/** Lets go of everything that is held back. */
export async function releaseAll({ pool, schema }: At): Promise<number> {
  const { rowCount } = await pool.query(
    `update ${schema}.deliveries set state = 'pending' where state = 'held'`,
  );
  return rowCount ?? 0;
}

/** How new events are delivered from now on. */
export async function setDelivery(
  { pool: client, schema }: At,
  change: Partial<DeliverySettings>,
): Promise<void> {
  const at = { client, schema };
  const known = await readSetting<DeliverySettings>(at, 'delivery');
  await writeSetting(at, 'delivery', { ...DELIVERY, ...known, ...change });
}
