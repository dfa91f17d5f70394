import fs from 'node:fs';
import path from 'node:path';
import { connect } from '../../db/backup/connect.ts';
import { lockStoredBytes, withSnapshot } from '../../db/backup/snapshot.ts';
import type { Database } from '../../db/database.ts';
import type { DatabaseTarget } from '../../db/target.ts';
import type { Storage } from '../../ctx/storage.ts';
import { isDiskFull } from '../../lib/data-dir.ts';
import { firstLine } from '../../lib/start-error.ts';
import { BackupError } from './backup-error.ts';
import { hashFile, SECRETS, syncFolder } from './layout.ts';
import { newManifest, writeManifest, type Manifest } from './manifest.ts';
import { saveDatabase } from './save-database.ts';
import { snapshotFileList, saveFiles } from './save-files.ts';
import { encryptText } from './encrypt.ts';
import { verifyBackup } from './verify-backup.ts';

/** Source and target of a backup. */
export interface BackupInput {
  readonly target: DatabaseTarget;
  readonly db: Database;
  readonly storage: Storage;
  /** Content of the file of generated secrets. */
  readonly secrets: string;
  readonly passphrase: string;
  /** Must not exist yet. */
  readonly folder: string;
  readonly files: Manifest['files']['kind'];
  readonly release: string;
  readonly now: Temporal.Instant;
  /** Called between steps; an error that it throws aborts the backup. */
  readonly checkpoint: () => void;
}

/**
 * Backs up everything while the studio runs, into a draft folder that is renamed once verified. Throws a BackupError and
 * leaves nothing behind if it cannot be complete.
 */
export async function makeBackup(input: BackupInput): Promise<Manifest> {
  const { folder } = input;
  if (fs.existsSync(folder)) throw new BackupError(`${folder} is there already. Choose another name.`);
  const draft = `${folder}.unfinished-${process.pid}`;
  try {
    fs.mkdirSync(path.dirname(folder), { recursive: true });
    fs.rmSync(draft, { recursive: true, force: true });
    fs.mkdirSync(draft, { mode: 0o700 });
    await writeDraft(input, draft);
    const manifest = await verifyBackup(draft, input.checkpoint);
    fs.renameSync(draft, folder);
    syncFolder(path.dirname(folder));
    return manifest;
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw toBackupError(folder, error);
  }
}

async function writeDraft(input: BackupInput, draft: string): Promise<void> {
  const { target, db, storage, checkpoint, now, release } = input;
  const client = await connect(target);
  try {
    await lockStoredBytes(client);
    const database = await withSnapshot(client, async (snapshot) => {
      const saved = await saveDatabase(client, draft, checkpoint);
      await snapshotFileList(db, draft, snapshot);
      return saved;
    });
    const files = await saveFiles(storage, draft, input.files, checkpoint);
    const sealed = path.join(draft, SECRETS);
    fs.writeFileSync(sealed, await encryptText(input.secrets, input.passphrase), {
      mode: 0o600,
      flush: true,
    });
    const secrets = { sha256: (await hashFile(sealed)) ?? '' };
    writeManifest(draft, newManifest({ at: now.toString(), release, ...database, files, secrets }));
    syncFolder(draft);
  } finally {
    await client.end();
  }
}

function toBackupError(folder: string, error: unknown): unknown {
  if (isDiskFull(error))
    return new BackupError(`There is no room left for ${folder}; nothing was kept.`, { cause: error });
  if (error instanceof Error && 'syscall' in error && 'path' in error)
    return new BackupError(`${folder} cannot be written: ${firstLine(error)}`, { cause: error });
  return error;
}
