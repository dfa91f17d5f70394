import { backupName, dueBackup, keptBackups, plannedOf } from '#shared/operator/system/rules-backups.ts';
import type { Ctx } from '../../../ctx/ctx.ts';
import { connect } from '../../../db/backup/connect.ts';
import { targetOf } from '../../../db/database.ts';
import { LOCKS } from '../../../db/locks.ts';
import { readSecretsFile } from '../../../lib/secrets.ts';
import type { BackupSettings } from '../../../lib/settings.ts';
import { firstLine } from '../../../lib/start-error.ts';
import { makeBackup } from '../make-backup.ts';
import { RELEASE } from '../release.ts';
import { openPlace } from './open-place.ts';
import type { BackupPlace } from './place.ts';
import * as queries from '../queries-backups.ts';

/**
 * Makes the backup that is due, unless another process makes one, and removes those that the rule does not keep
 * (docs/product/operator.md#scheduled-backups). A failure is noted and logged, and tried again later.
 */
export async function backUpWhenDue(ctx: Ctx): Promise<void> {
  const { backups } = ctx.settings;
  if (backups === null) return;
  await alone(ctx, async () => {
    const last = await queries.lastBegun(ctx.db);
    const planned = dueBackup(ctx.now, backups.at, last ?? null);
    if (planned === null) return;
    const begun = performance.now();
    const nowAfter = () => ctx.now.add({ milliseconds: Math.round(performance.now() - begun) });
    await queries.noteBegun(ctx.db, planned, ctx.now);
    try {
      const place = await openPlace(backups.to, ctx.settings);
      const bytes = await storeBackup(ctx, backups, place, backupName(planned));
      await queries.noteEnded(ctx.db, planned, { ended_at: nowAfter(), bytes, failure: null });
      ctx.log.info({ backup: backupName(planned), bytes }, 'backup made');
      await removeOld(place, backups);
      await queries.deleteNotes(ctx.db, ctx.now);
    } catch (error) {
      ctx.log.error({ err: error, backup: backupName(planned) }, 'backup failed; it will be tried again');
      const noted = await queries.lastWhole(ctx.db);
      // What failed after the backup was whole, such as removing an old one, does not undo it.
      if (noted !== undefined && Temporal.Instant.compare(noted.planned_for, planned) === 0) return;
      await queries.noteEnded(ctx.db, planned, {
        ended_at: nowAfter(),
        bytes: null,
        failure: firstLine(error),
      });
    }
  });
}

/** Runs `work` while no other process on this database does; a killed one's lock ends with its connection. */
async function alone({ db }: Pick<Ctx, 'db'>, work: () => Promise<void>): Promise<void> {
  const client = await connect(targetOf(db));
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      LOCKS.scheduledBackup,
    ]);
    if (rows[0]?.locked === true) await work();
  } finally {
    await client.end();
  }
}

/** Makes the backup, unless it was whole when a process was killed that had not noted it yet; returns its bytes. */
async function storeBackup(
  { db, storage, settings, now }: Ctx,
  { passphrase, withFiles }: BackupSettings,
  place: BackupPlace,
  name: string,
): Promise<number> {
  await place.removeUnfinished();
  const find = async () => (await place.list()).find((one) => one.name === name);
  const whole = await find();
  if (whole !== undefined) return whole.bytes;
  await place.store(name, (folder) =>
    makeBackup({
      target: targetOf(db),
      db,
      storage,
      secrets: readSecretsFile(settings.dataDir) ?? '',
      passphrase,
      folder,
      files: settings.s3 === null || withFiles ? 'copied' : 'listed',
      release: RELEASE,
      now,
      checkpoint: () => {},
    }),
  );
  return (await find())?.bytes ?? 0;
}

async function removeOld(place: BackupPlace, { keep }: BackupSettings): Promise<void> {
  const taken = (await place.list()).flatMap(({ name }) => plannedOf(name) ?? []);
  const kept = new Set(keptBackups(taken, keep).map(backupName));
  for (const name of taken.map(backupName)) if (!kept.has(name)) await place.remove(name);
}
