import { connect } from '../../db/backup/connect.ts';
import { preparePinUpdate } from '../../db/backup/pins.ts';
import { LoadError } from '../../db/backup/load.ts';
import { migrate } from '../../db/migrate.ts';
import type { Storage } from '../../ctx/storage.ts';
import { isDiskFull } from '../../lib/data-dir.ts';
import { BackupError } from './backup-error.ts';
import type { SavedFile } from './layout.ts';
import type { Manifest } from './manifest.ts';
import { assertEmpty, restoreDatabase, type DatabaseInput } from './restore-database.ts';
import { assertFilesUnchanged, assertNoFiles, removeFiles, restoreFiles } from './restore-files.ts';

/** A verified backup and its target, which must be empty. */
export interface RestoreInput extends DatabaseInput {
  /** As returned by verifyBackup. */
  readonly manifest: Manifest;
  readonly storage: Storage;
}

/**
 * Restores rows, waiting jobs and files, comparing each with its checksum before committing, then applies later
 * migrations. Throws a BackupError and undoes everything on failure.
 */
export async function restoreBackup(input: RestoreInput): Promise<void> {
  const { folder, manifest, target, storage, checkpoint } = input;
  const { files } = manifest;
  const client = await connect(target);
  try {
    await assertEmpty(client, manifest);
    if (files.kind === 'copied') await assertNoFiles(storage);
    else await assertFilesUnchanged(storage, folder, checkpoint);
    try {
      await restoreDatabase(client, input, async () => {
        const updatePin = await preparePinUpdate(client);
        const onStored = (file: SavedFile): Promise<void> => updatePin(file.key, file.etag);
        if (files.kind === 'copied') await restoreFiles(storage, folder, onStored, checkpoint);
      });
    } catch (error) {
      if (files.kind === 'copied') await removeFiles(storage, folder).catch(() => {});
      throw error;
    }
  } catch (error) {
    throw toBackupError(error);
  } finally {
    await client.end();
  }
  await migrate(target);
}

function toBackupError(error: unknown): unknown {
  if (isDiskFull(error))
    return new BackupError('There is no room left where the backup is restored to; nothing of it was kept.', {
      cause: error,
    });
  if (error instanceof LoadError)
    return new BackupError(`${error.message} Nothing was restored.`, { cause: error });
  return error;
}
