import type { Settings, BackupTarget } from '../../../lib/settings.ts';
import { SettingsError } from '../../../lib/settings.ts';
import type { BackupPlace } from './place.ts';
import { folderPlace } from './folder-place.ts';

/** Opens the place that BACKUP_TO names. */
export async function openPlace(
  to: BackupTarget,
  { backupService, dataDir }: Pick<Settings, 'backupService' | 'dataDir'>,
): Promise<BackupPlace> {
  if (to.kind === 'folder') return folderPlace(to.folder);
  if (backupService === null)
    throw new SettingsError(
      'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are needed for a backup at an S3.',
    );
  const { bucketPlace } = await import('./bucket-place.ts');
  return bucketPlace(backupService, to, dataDir);
}
