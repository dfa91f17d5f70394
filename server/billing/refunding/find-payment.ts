import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from './queries-refunding.ts';
import type { PaymentRow } from './queries-refunding.ts';

const RECEIPT = /^TB-\d{4}-\d{6,}$/i;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export type FindRefusal = 'not_found' | 'several';

/** The payment of a receipt, of an id here or at the provider, or the one of a person that can be refunded. */
export async function findPayment(
  { db }: Pick<Ctx, 'db'>,
  find: string,
): Promise<Result<PaymentRow, FindRefusal>> {
  const rows = await candidates(db, find);
  const [first] = rows;
  if (first === undefined) return fail('not_found');
  return rows.length === 1 ? ok(first) : fail('several');
}

async function candidates(db: Ctx['db'], find: string): Promise<readonly PaymentRow[]> {
  if (RECEIPT.test(find)) return queries.paymentOfReceipt(db, find);
  if (ID.test(find)) return queries.paymentById(db, find);
  if (!find.includes('@')) return queries.paymentOfProvider(db, find);
  const rows = await queries.paymentsOfEmail(db, find);
  const open = rows.filter(({ total_cents, refunded_cents }) => refunded_cents < total_cents);
  // With nothing left the last one says so.
  return open.length > 0 ? open : rows.slice(-1);
}
