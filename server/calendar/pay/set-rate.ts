import type { Rate } from '#shared/calendar/rules-pay.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { audit, type AuditedBy } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { lockMusician } from '../steps.ts';
import * as queries from './queries-pay.ts';

/** A musician with their rates, the first first; undefined for an unknown slug. */
export async function readRates(
  { db }: Pick<Ctx, 'db'>,
  slug: string,
): Promise<{ readonly id: string; readonly name: string; readonly rates: readonly Rate[] } | undefined> {
  const [musician] = await queries.musiciansBy(db, slug);
  if (musician === undefined) return undefined;
  return { id: musician.id, name: musician.name, rates: await queries.ratesOf(db, musician.id) };
}

/** A musician's rates, the first first. */
export const ratesOf = queries.ratesOf;

/** The first day that a rate may begin on: after the last closed month, YYYY-MM-DD; null without one. */
export async function firstOpenDay({ db }: Pick<Ctx, 'db'>, musicianId: string): Promise<string | null> {
  const last = await queries.lastClosed(db, musicianId);
  return last === null ? null : Temporal.PlainDate.from(last).add({ months: 1 }).toString();
}

/**
 * Sets what a musician earns from a day on; the same day again replaces it. Refused with `month_closed` in or before a
 * closed month (docs/product/invoice.md#rates).
 */
export function setRate(
  ctx: Pick<Ctx, 'db' | 'now'> & AuditedBy,
  musicianId: string,
  rate: Rate,
): Promise<Result<null, 'month_closed'>> {
  const { now } = ctx;
  return transaction<Result<null, 'month_closed'>>(ctx, async (tx) => {
    await lockMusician(tx, musicianId);
    const last = await queries.lastClosed(tx, musicianId);
    if (last !== null && rate.valid_from < Temporal.PlainDate.from(last).add({ months: 1 }).toString())
      return fail('month_closed');
    const before = (await queries.ratesOf(tx, musicianId)).find(
      ({ valid_from }) => valid_from === rate.valid_from,
    );
    await queries.putRate(tx, { ...rate, musicianId, now });
    await audit(tx, ctx, {
      what: 'rate.set',
      object: { kind: 'person', id: musicianId },
      ...(before !== undefined && { before: { ...before } }),
      after: { ...rate },
    });
    return ok(null);
  });
}
