import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/**
 * Audio files without a waveform of their present bytes, newest first; the extensions are those of
 * isSupportedAudioFile.
 */
export function withoutWaveform(db: Db) {
  return db
    .selectFrom('files as f')
    .leftJoin('waveforms as w', (join) => join.onRef('w.file_id', '=', 'f.id').onRef('w.key', '=', 'f.key'))
    .select(['f.id', 'f.session_id', 'f.key', 'f.name', 'f.size', 'f.crc32', 'f.etag', 'f.version'])
    .where('w.file_id', 'is', null)
    .where('f.changed_at', 'is', null)
    .where(sql<boolean>`f.name ~* '\\.(mp3|wav)$'`)
    .orderBy('f.last_modified', 'desc')
    .orderBy('f.id')
    .limit(1000)
    .execute();
}

export type FileWithoutWaveform = Awaited<ReturnType<typeof withoutWaveform>>[number];

/**
 * A listed file with its waveform: `made` is null until its present bytes have one, `peaks` where they cannot
 * be read.
 */
export function fileWithWaveform(db: Db, sessionId: number, fileId: string) {
  return db
    .selectFrom('files as f')
    .leftJoin('waveforms as w', (join) => join.onRef('w.file_id', '=', 'f.id').onRef('w.key', '=', 'f.key'))
    .select(['f.id', 'f.name', 'f.folder', 'f.changed_at', 'w.made_at as made', 'w.seconds', 'w.peaks'])
    .where('f.id', '=', fileId)
    .where('f.session_id', '=', sessionId)
    .executeTakeFirst();
}

/** Records a waveform, null for none, unless the file has been replaced or deleted meanwhile. */
export async function putWaveform(
  db: Db,
  file: { readonly id: string; readonly key: string },
  waveform: { readonly seconds: number; readonly peaks: Uint8Array } | null,
  now: Temporal.Instant,
): Promise<void> {
  const seconds = waveform?.seconds ?? null;
  const peaks = waveform && Buffer.from(waveform.peaks);
  await db
    .insertInto('waveforms')
    .columns(['file_id', 'key', 'seconds', 'peaks', 'made_at'])
    .expression(
      db
        .selectFrom('files')
        .select([
          'id',
          'key',
          sql<number | null>`${seconds}::double precision`.as('seconds'),
          sql<Buffer | null>`${peaks}::bytea`.as('peaks'),
          sql<Temporal.Instant>`${now}::timestamptz`.as('made_at'),
        ])
        .where('id', '=', file.id)
        .where('key', '=', file.key)
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.column('file_id').doUpdateSet((eb) => ({
        key: eb.ref('excluded.key'),
        seconds: eb.ref('excluded.seconds'),
        peaks: eb.ref('excluded.peaks'),
        made_at: eb.ref('excluded.made_at'),
      })),
    )
    .execute();
}
