import type { Settings } from '../../lib/settings.ts';
import { firstLine } from '../../lib/start-error.ts';
import { openPlace } from '../backup/scheduled/open-place.ts';
import { note, right, wrong, type Finding } from './finding.ts';

const WHAT = 'Backups';
const GIB = 2 ** 30;
/** Free space below which backups will soon fail. */
const LEAST_FREE = 2 * GIB;

/** The place of scheduled backups: written, read and removed in. */
export async function checkBackups(
  settings: Pick<Settings, 'backups' | 'backupService' | 'dataDir'>,
): Promise<readonly Finding[]> {
  const { backups } = settings;
  if (backups === null) return [note(WHAT, 'BACKUP_TO is not set: no backup is made by itself.')];
  const { to } = backups;
  const name = to.kind === 'folder' ? to.folder : `s3://${to.bucket}/${to.prefix}`;
  try {
    const place = await openPlace(to, settings);
    const { freeBytes } = await place.check();
    const kept = (await place.list()).length;
    const text = `${name} can be written and has ${kept === 1 ? '1 backup' : `${kept} backups`}.`;
    if (freeBytes !== null && freeBytes < LEAST_FREE)
      return [wrong(WHAT, `${text} ${(freeBytes / GIB).toFixed(1)} GiB are free: make room.`)];
    return [right(WHAT, text)];
  } catch (error) {
    return [wrong(WHAT, `${name} cannot be written and read: ${reasonOf(error)}.`)];
  }
}

function reasonOf(error: unknown): string {
  return firstLine(error instanceof Error && error.cause instanceof Error ? error.cause : error).replace(
    /\.$/,
    '',
  );
}
