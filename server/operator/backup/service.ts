/** Backing up and restoring, as commands use it (docs/operating.md). */
export { BackupError } from './backup-error.ts';
export { makeBackup } from './make-backup.ts';
export type { Manifest } from './manifest.ts';
export { moveDatabase } from './move-database.ts';
export { restoreBackup } from './restore-backup.ts';
export { decryptSecrets } from './encrypt.ts';
export { verifyBackup } from './verify-backup.ts';
export { RELEASE } from './release.ts';
export { openPlace } from './scheduled/open-place.ts';
