import type { Pool } from 'pg';
export { holdBack, releaseAll, sendAgain, setDelivery } from '../lib/webhooks/commands.ts';
import { closeDispute, openDispute } from './engine/disputes.ts';
import { ApiError } from './http/errors.ts';
import { setSetting, type Settings } from './store/settings.ts';
import { inTransaction } from '../lib/store/database.ts';
import { idOf, BY_TIME } from './store/reference.ts';
import { equals, Work } from './store/work.ts';
import type { Kinds } from './store/kinds.ts';

export interface CommandContext {
  readonly pool: Pool;
  readonly schema: string;
  readonly now: () => number;
  readonly origin: () => string;
}

/** Runs work outside a request, in one transaction. */
export function withWork<T>(at: CommandContext, work: (work: Work) => Promise<T>): Promise<T> {
  return inTransaction(at.pool, true, async (client) => {
    const own = new Work({ client, now: Math.floor(at.now() / 1000), origin: at.origin() }, BY_TIME);
    const result = await work(own);
    await own.flush();
    return result;
  });
}

/** Reads outside a request, without a turn among the writers. Changes are refused by the database. */
export const readWork = <T>(at: CommandContext, work: (work: Work) => Promise<T>): Promise<T> =>
  inTransaction(at.pool, false, (client) =>
    work(new Work({ client, now: Math.floor(at.now() / 1000), origin: at.origin() }, BY_TIME)),
  );

/** Like `withWork`; a refusal is a value, and what it keeps, as after a declined card, is committed. */
export function attempt<T>(
  at: CommandContext,
  work: (work: Work) => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ApiError }> {
  return withWork(at, async (own) => {
    try {
      return { ok: true as const, value: await work(own) };
    } catch (error) {
      if (!(error instanceof ApiError) || !error.keeps) throw error;
      return { ok: false as const, error };
    }
  }).catch((error: unknown) => {
    if (error instanceof ApiError) return { ok: false as const, error };
    throw error;
  });
}

/** The customer of an id or an e-mail address, the newest of several. */
export async function findCustomer(work: Work, name: string): Promise<Kinds['customer'] | null> {
  if (name.startsWith('cus_')) return work.find('customer', name);
  return (await work.select('customer', [equals('email', name)], 'order by seq desc limit 1'))[0] ?? null;
}

/** When something happens next to a customer; null: nothing is planned. */
export async function nextEventAt(at: CommandContext, name: string): Promise<number | null> {
  return withWork(at, async (work) => {
    const customer = await findCustomer(work, name);
    const clock = idOf(customer?.test_clock);
    if (clock === null) return null;
    const { rows } = await work.client.query<{ due: string | null }>(
      'select min(due) as due from sandbox_stripe.objects where clock = $1 and not deleted',
      [clock],
    );
    const due = rows[0]?.due ?? null;
    return due === null ? null : Number(due);
  });
}

/** When failed renewals are tried again, and what comes after the last try. */
export const setDunning = (at: CommandContext, dunning: Settings['dunning']): Promise<void> =>
  withWork(at, (work) => setSetting(work, 'dunning', dunning));

/** The cardholder disputes the payment of a charge or payment intent. */
export async function dispute(at: CommandContext, payment: string, reason = 'fraudulent'): Promise<string> {
  return withWork(at, async (work) => {
    const intent = payment.startsWith('pi_') ? await work.get('payment_intent', payment) : null;
    const charge = await work.get('charge', idOf(intent?.latest_charge) ?? payment);
    return (await openDispute(work, charge, reason, await work.timeOf(idOf(charge.customer)))).id;
  });
}

/** Decides a dispute. */
export const decideDispute = (at: CommandContext, id: string, won: boolean): Promise<void> =>
  withWork(at, async (work) => closeDispute(work, await work.get('dispute', id), won));
