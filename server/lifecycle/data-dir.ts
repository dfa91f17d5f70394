import fs from 'node:fs';
import path from 'node:path';
import { codeOf, lineOf, StartError } from './start-error.ts';

const ROOM_NEEDED = 1024 * 1024;

/**
 * Makes the data folder and proves that it can be written. As root others may pass through it (not look into it),
 * since the database runs as another user. Throws a StartError when it is read-only, full or no folder.
 */
export function prepareDataDir(dataDir: string): void {
  const probe = path.join(dataDir, `.probe-${process.pid}`);
  try {
    makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    fs.writeFileSync(probe, Buffer.alloc(ROOM_NEEDED), { flush: true });
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') fs.rmSync(probe, { force: true });
    throw dataDirError(dataDir, error);
  }
  fs.rmSync(probe);
}

/** With its missing parents, each by itself: Node's recursive mkdir never returns where the system says ENOENT (/proc). */
function makeFolder(folder: string, mode: number): void {
  if (fs.existsSync(folder)) return;
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder), mode);
  fs.mkdirSync(folder, { mode });
}

/** What a failed write below the data folder means for the person who starts Talkback. */
export function dataDirError(dataDir: string, error: unknown): StartError {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartError(`DATA_DIR (${dataDir}) is full. Free some space and start again.`);
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new StartError(`DATA_DIR (${dataDir}) is not a folder.`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartError(
      `DATA_DIR (${dataDir}) cannot be written. Choose a folder that Talkback may write to.`,
    );
  }
  return new StartError(`DATA_DIR (${dataDir}) cannot be used: ${lineOf(error)}`);
}
