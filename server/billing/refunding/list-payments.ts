import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from './queries-refunding.ts';
import type { PaymentRow } from './queries-refunding.ts';

/** The payments of a person with what came back of them, oldest first. */
export async function listPayments(
  { db }: Pick<Ctx, 'db'>,
  email: string,
): Promise<Result<readonly PaymentRow[], 'no_such_person'>> {
  const rows = await queries.paymentsOfEmail(db, email);
  return rows.length > 0 || (await queries.isKnownEmail(db, email)) ? ok(rows) : fail('no_such_person');
}

/** The same of a person by id. */
export const paymentsOf = ({ db }: Pick<Ctx, 'db'>, personId: string): Promise<readonly PaymentRow[]> =>
  queries.paymentsOfPerson(db, personId);

/** Payments with an open dispute, oldest first. */
export const listDisputes = ({ db }: Pick<Ctx, 'db'>): Promise<readonly PaymentRow[]> =>
  queries.disputedPayments(db);
