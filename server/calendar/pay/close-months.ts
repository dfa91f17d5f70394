import {
  closingRefusal,
  monthKey,
  toHours,
  type ClosingRefusal,
  type MonthFigures,
  type YearMonth,
} from '#shared/calendar/rules-pay.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { audit, type AuditedBy } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { lockMusician } from '../steps.ts';
import { listMonths } from './list-months.ts';
import { monthOf } from './month-of.ts';
import * as queries from './queries-pay.ts';

/** What closing a month would do for a musician. */
export interface ClosingPlan {
  readonly musician: { readonly id: string; readonly slug: string; readonly name: string };
  readonly figures: MonthFigures;
  /** Null: it can be closed. */
  readonly refusal: ClosingRefusal | null;
}

/** What closing a month would do, for one musician or all; undefined for an unknown slug. */
export async function planClosing(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  which: YearMonth,
  slug: string | null,
): Promise<readonly ClosingPlan[] | undefined> {
  const musicians = await queries.musiciansBy(db, slug);
  if (slug !== null && musicians.length === 0) return undefined;
  const months = await listMonths(db, { musicians, months: [which] }, now);
  return months.map(({ musician, figures, refusal }) => ({ musician, figures, refusal }));
}

/**
 * Closes a musician's month for ever (docs/product/invoice.md#closing); returns its figures. What was not closed by its
 * date is in the audit log.
 */
export function closeMonth(
  { db, now, log, actor }: Pick<Ctx, 'db' | 'now' | 'log'> & AuditedBy,
  musicianId: string,
  which: YearMonth,
  by: 'date' | 'operator' = 'operator',
): Promise<Result<MonthFigures, ClosingRefusal>> {
  return transaction<Result<MonthFigures, ClosingRefusal>>({ db, now }, async (tx) => {
    await lockMusician(tx, musicianId);
    const musician = await queries.musicianOf(tx, musicianId);
    if (musician === undefined) return fail('nothing');
    const month = await monthOf(tx, musician, which, now);
    const refusal = closingRefusal({ ...month, isEmpty: month.slots.length === 0 });
    if (refusal !== null) return fail(refusal);
    const { figures, zone, from, until, rates, slots } = month;
    await queries.insertMonth(tx, {
      musicianId,
      month: monthKey(which),
      zone,
      from,
      until,
      figures,
      rates,
      slots: slots.map(({ id, starts_at, minutes, slot_type, category, hidden, session_id }) => ({
        id,
        starts_at: starts_at.toString(),
        minutes,
        slot_type,
        category,
        hidden,
        session_id,
      })),
      payment_cents: figures.payment_cents ?? 0,
      now,
    });
    if (by === 'operator')
      await audit(
        tx,
        { actor, now },
        {
          what: 'month.closed',
          object: { kind: 'person', id: musicianId },
          after: { month: monthKey(which).slice(0, 7), ...figures },
        },
      );
    log.info(
      { musician: musicianId, month: monthKey(which), hours: toHours(figures.minutes.fixed) },
      'month closed',
    );
    return ok(figures);
  });
}
