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

/** Payments of a page. */
const PAGE = 50;

/** A page of the payments of a person by id, the latest first; `next`: the `after` of the next one, or null. */
export async function paymentsOf(
  { db }: Pick<Ctx, 'db'>,
  page: queries.PaymentsPage,
): Promise<{ readonly payments: readonly PaymentRow[]; readonly next: string | null }> {
  const rows = await queries.paymentsOfPerson(db, { ...page, limit: PAGE + 1 });
  const payments = rows.slice(0, PAGE);
  return { payments, next: rows.length > PAGE ? (payments.at(-1)?.id ?? null) : null };
}

/** Payments with an open dispute, oldest first. */
export const listDisputes = ({ db }: Pick<Ctx, 'db'>): Promise<readonly PaymentRow[]> =>
  queries.disputedPayments(db);
