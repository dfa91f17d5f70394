import { sql, type RawBuilder } from 'kysely';
import { KEPT } from '#shared/privacy/rules-kept.ts';
import type { KeptTable } from '#shared/privacy/rules-kept-table.ts';
import type { Tx } from '../../db/transaction.ts';
import type { StoredUpload } from '../../storage/uploads.ts';

/** An account that is erased now. */
export interface Erased {
  readonly id: string;
  /** The address that it had. */
  readonly email: string;
  readonly now: Temporal.Instant;
}

/** Keys of all bytes that go with an account: what a client sent, and a musician's samples. */
export async function keysOf(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select f.key from files f join sessions s on s.id = f.session_id where s.client_id = ${id} and f.folder = 'user'
    union all select w.key from waveforms w join files f on f.id = w.file_id join sessions s on s.id = f.session_id
      where s.client_id = ${id} and f.folder = 'user'
    union all select k.key from musician_samples m, unnest(array[m.key, m.preview_key]) k (key)
      where m.musician_id = ${id} and k.key is not null`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Uploads of a person that have not ended, of files and samples. */
export async function uploadsOf(tx: Tx, id: string): Promise<StoredUpload[]> {
  const { rows } = await sql<StoredUpload>`
    select key, upload_id, put_id from uploads where created_by = ${id}
    union all select key, null, put_id from musician_samples where musician_id = ${id} and put_id is not null`.execute(
    tx,
  );
  return rows;
}

/** Ends what an account would go on doing: open conversations, credits that are left, times that it offers. */
export async function endRest(tx: Tx, { id, now }: Erased): Promise<void> {
  await sql`
    update threads t set closed_at = ${now}::timestamptz from sessions s
    where s.id = t.session_id and ${id} in (s.client_id, s.musician_id) and t.closed_at is null`.execute(tx);
  await sql`
    update credit_lots set expires_at = ${now}::timestamptz
    where person_id = ${id} and remaining > 0 and (expires_at is null or expires_at > ${now}::timestamptz)`.execute(
    tx,
  );
  await sql`
    delete from slots s where s.musician_id = ${id} and s.starts_at > ${now}::timestamptz
      and not exists (select from slot_claims c where c.slot_id = s.id)`.execute(tx);
}

/** Whether an account ever had what a mailbox gets once: a trial, or credits of a free bundle. */
export async function usedTrial(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from credit_lots where person_id = ${id}
        and (source = 'trial' or (source = 'bundle' and payment_id is null)))
      or exists (select from memberships where person_id = ${id} and trial_ends_at is not null) as used`.execute(
    tx,
  );
  return rows[0]?.used === true;
}

/** Does to every table what the table of kept data says (docs/product/own-data.md#what-is-kept). */
export async function eraseTables(tx: Tx, erased: Erased): Promise<void> {
  for (const { tables } of KEPT) for (const table of tables) await eraseTable(tx, table, erased);
}

async function eraseTable(tx: Tx, kept: KeptTable, erased: Erased): Promise<void> {
  const { table, erase } = kept;
  if (erase === 'nothing') return;
  const where = sql`${foundBy(kept, erased)}${onlyOf(kept)}`;
  if (erase === 'rows') await sql`delete from ${sql.table(table)} where ${where}`.execute(tx);
  else
    await sql`update ${sql.table(table)} set ${sql.join([
      ...Object.entries(erase).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value?.replace('{id}', erased.id) ?? null}`,
      ),
      ...(table === 'people' ? [sql`erased_at = ${erased.now}`] : []),
    ])} where ${where}`.execute(tx);
}

function foundBy({ of }: KeptTable, { id, email }: Erased): RawBuilder<unknown> {
  if ('address' in of) return sql`lower(${sql.ref(of.address)}) = ${email.toLowerCase()}`;
  if (!('through' in of)) return sql`${sql.ref(of.id)} = ${id}`;
  return sql`${sql.ref(of.through)} in (
    select ${sql.ref(of.key)} from ${sql.table(of.table)} where ${sql.ref(of.id)} = ${id})`;
}

function onlyOf({ only }: KeptTable): RawBuilder<unknown> {
  return only === undefined ? sql`` : sql` and ${sql.ref(only.column)} = ${only.value}`;
}
