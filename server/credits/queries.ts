import { sql, type RawBuilder } from 'kysely';
import type { Lot, LotDelta, LotSource } from '#shared/credits/rules.ts';
import type { LedgerLot, Settled } from '#shared/credits/rules-ledger.ts';
import type { Db, Tx } from '../db/transaction.ts';
import type { Tables } from '../db/tables.ts';
import { newId } from '../lib/ids.ts';
import { fixed } from '../db/fixed.ts';

const LOT = ['id', 'source', 'remaining', 'granted_at', 'expires_at', 'origin_lot_id'] as const;

const notEmpty = fixed((db, { personId }: { personId: string }) =>
  db.selectFrom('credit_lots').select(LOT).where('person_id', '=', personId).where('remaining', '>', 0),
);

/** A person's lots that are not empty. */
export function fullLots(db: Db, personId: string): Promise<Lot[]> {
  return notEmpty.all(db, { personId });
}

/** A person's id, or a query for it. */
type Owner = string | RawBuilder<string>;

/** A query for the id of who paid for a session. */
export const payerOf = (sessionId: number): RawBuilder<string> =>
  sql`(select l.person_id from credit_entries e join credit_lots l on l.id = e.lot_id
    where e.session_id = ${sessionId} and e.reason = 'spend' limit 1)`;

/** All of a person's lots, empty ones too. */
export function lotsOf(db: Db, personId: Owner): Promise<Lot[]> {
  return db.selectFrom('credit_lots').select(LOT).where('person_id', '=', personId).execute();
}

/** All of a person's lots, locked in the order of their ids. */
export function lockLots(tx: Tx, personId: Owner): Promise<Lot[]> {
  return tx
    .selectFrom('credit_lots')
    .select(LOT)
    .where('person_id', '=', personId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Expired lots of all people that are not empty, locked in the order of their ids; at most `limit`. */
export function lockExpired(tx: Tx, now: Temporal.Instant, limit: number): Promise<Lot[]> {
  return tx
    .selectFrom('credit_lots')
    .select(LOT)
    .where('remaining', '>', 0)
    .where('expires_at', '<=', now)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
}

/** The person's lots whose expiry is in the ledger. */
export async function lotsWithExpiry(db: Db, personId: Owner): Promise<Set<string>> {
  const rows = await db
    .selectFrom('credit_entries as e')
    .innerJoin('credit_lots as l', 'l.id', 'e.lot_id')
    .select('e.lot_id')
    .where('l.person_id', '=', personId)
    .where('e.reason', '=', 'expiry')
    .execute();
  return new Set(rows.map((row) => row.lot_id));
}

/** A lot to be inserted, empty until its grant's entry fills it. */
export interface NewLot {
  readonly personId: string;
  readonly source: LotSource;
  readonly amount: number;
  readonly expiresAt: Temporal.Instant | null;
  readonly grantKey: string;
  readonly originLotId: string | null;
  readonly paymentId?: string | null;
  readonly now: Temporal.Instant;
}

/** Inserts a lot, of a new id or a given one; undefined when its grant key exists. */
export async function insertLot(tx: Tx, lot: NewLot, id = newId()): Promise<string | undefined> {
  const row = await tx
    .insertInto('credit_lots')
    .values({
      id,
      person_id: lot.personId,
      source: lot.source,
      amount: lot.amount,
      granted_at: lot.now,
      expires_at: lot.expiresAt,
      origin_lot_id: lot.originLotId,
      grant_key: lot.grantKey,
      payment_id: lot.paymentId ?? null,
    })
    .onConflict((conflict) => conflict.column('grant_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A change of a lot, as stored in the ledger. */
export interface NewEntry extends LotDelta {
  readonly reason: Tables['credit_entries']['reason'];
  readonly sessionId: number | null;
  readonly paymentId?: string | null;
  /** Tells entries of one lot and reason apart; empty: there is one at most. */
  readonly cause?: string;
  readonly at: Temporal.Instant;
}

export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto('credit_entries')
    .values(
      entries.map(({ lot_id, delta, reason, sessionId, paymentId, cause, at }) => ({
        id: newId(),
        lot_id,
        delta,
        reason,
        session_id: sessionId,
        payment_id: paymentId ?? null,
        cause: cause ?? '',
        at,
      })),
    )
    .execute();
}

/** Fills a lot that this transaction has inserted; of one that it has not it does nothing. */
export async function fillLot(
  tx: Tx,
  { id, sessionId, now }: { id: string; sessionId: number | null; now: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into credit_entries (id, lot_id, delta, reason, session_id, cause, at)
    select ${newId()}::uuid, l.id, l.amount, 'grant', ${sessionId}::integer, '', ${now}::timestamptz
    from credit_lots l where l.id = ${id}::uuid`.execute(tx);
}

/** A session's entries of spending, with the owner of each lot. */
export function spentOn(db: Db, sessionId: number) {
  return db
    .selectFrom('credit_entries as e')
    .innerJoin('credit_lots as l', 'l.id', 'e.lot_id')
    .select(['e.lot_id', 'e.delta', 'l.person_id'])
    .where('e.session_id', '=', sessionId)
    .where('e.reason', '=', 'spend')
    .execute();
}

/** All of a person's lots with their payments, locked in the order of their ids. */
export function lockLedger(tx: Tx, personId: string): Promise<LedgerLot[]> {
  return tx
    .selectFrom('credit_lots')
    .select(['id', 'source', 'amount', 'remaining', 'expires_at', 'grant_key', 'payment_id'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** What was withdrawn and given back for payments, in its order. */
export async function settledOf(db: Db, personId: string): Promise<Settled[]> {
  const rows = await db
    .selectFrom('credit_entries as e')
    .innerJoin('credit_lots as l', 'l.id', 'e.lot_id')
    .select(['e.lot_id', 'e.payment_id', 'e.cause', 'e.delta'])
    .where('l.person_id', '=', personId)
    .where('e.reason', 'in', ['withdrawal', 'return'])
    .orderBy('e.id')
    .execute();
  return rows.flatMap(({ payment_id, ...row }) => (payment_id === null ? [] : [{ ...row, payment_id }]));
}

/** Ends a lot at `now`. */
export async function endLot(tx: Tx, id: string, now: Temporal.Instant): Promise<void> {
  await tx.updateTable('credit_lots').set({ expires_at: now }).where('id', '=', id).execute();
}
