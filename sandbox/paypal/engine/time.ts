import type { Kind } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import { subscriptionDue } from './cycles.ts';
import { settleCapture } from './pending.ts';

interface Due {
  readonly id: string;
  readonly kind: Kind;
  readonly due: string;
}

/** SQL after `from` of what is due by its person's clock at $1, in seconds. */
const due = (schema: string): string => `${schema}.objects o
  left join ${schema}.objects c on c.id = 'clock:' || o.clock
  where o.due <= $1::bigint + coalesce((c.data ->> 'offset')::bigint, 0) and not o.deleted`;

/** SQL of whether anything is due at $1, in seconds. */
export const isDue = (schema: string): string => `exists (select from ${due(schema)})`;

/** What is due first by its person's clock. */
async function firstDue(work: Work): Promise<Due | null> {
  const { rows } = await work.client.query<Due>(
    `select o.id, o.kind, o.due from ${due(work.schema)} order by o.due, o.seq limit 1`,
    [work.now],
  );
  return rows[0] ?? null;
}

/** Lets happen what is due first. False when nothing is. */
export async function stepClocks(work: Work): Promise<boolean> {
  const next = await firstDue(work);
  if (next === null) return false;
  const { id, kind } = next;
  const at = Number(next.due);
  if (kind === 'subscription') subscriptionDue(work, await work.get('subscription', id), at);
  else if (kind === 'capture') await settleCapture(work, await work.get('capture', id), true, at);
  else throw new Error(`${id} has nothing to do`);
  return true;
}

/** When time next changes something of a person; null: nothing is planned. */
export async function nextDueOf(work: Work, person: string): Promise<number | null> {
  await work.flush();
  const { rows } = await work.client.query<{ due: string | null }>(
    `select min(due) as due from ${work.schema}.objects where clock = $1 and not deleted`,
    [person],
  );
  const due = rows[0]?.due ?? null;
  return due === null ? null : Number(due);
}

/** Sets a person's clock; never back. */
export async function setClock(work: Work, person: string, to: number): Promise<void> {
  const clock = await work.clockOf(person);
  clock.offset = Math.max(clock.offset, to - work.now);
}
