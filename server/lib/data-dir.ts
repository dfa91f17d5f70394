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

/** There is no room left where the data is kept. */
export function fullError(dataDir: string): StartError {
  return new StartError(`DATA_DIR (${dataDir}) is full. Free some space and start again.`);
}

const OUT_OF_ROOM = /^(ENOSPC|EDQUOT|53100|InsufficientStorage)$/;

/** Whether a failure, or what caused it, is a want of room: told by the system, by PostgreSQL or by the storage. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return [codeOf(error), error.name].some((word) => OUT_OF_ROOM.test(word)) || isFull(error.cause);
}

/** What a failed write below the data folder means for the person who starts Talkback. */
export function dataDirError(dataDir: string, error: unknown): StartError {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return fullError(dataDir);
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new StartError(`DATA_DIR (${dataDir}) is not a folder.`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartError(
      `DATA_DIR (${dataDir}) cannot be written. Choose a folder that Talkback may write to.`,
    );
  }
  return new StartError(`DATA_DIR (${dataDir}) cannot be used: ${lineOf(error)}`);
}
