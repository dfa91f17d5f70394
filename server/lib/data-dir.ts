import fs from 'node:fs';
import path from 'node:path';
import { errorCode, firstLine, StartError } from './start-error.ts';

const ROOM_NEEDED = 1024 * 1024;

/**
 * Creates the data folder and checks that it is writable. Started as root, others may traverse it, since the database
 * runs as another user. Throws a StartError.
 */
export function prepareDataDir(dataDir: string): void {
  const probe = path.join(dataDir, `.probe-${process.pid}`);
  try {
    makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    fs.writeFileSync(probe, Buffer.alloc(ROOM_NEEDED), { flush: true });
  } catch (error) {
    if (errorCode(error) === 'ENOSPC') fs.rmSync(probe, { force: true });
    throw dataDirError(dataDir, error);
  }
  fs.rmSync(probe);
}

/** Creates missing parents one by one: Node's recursive mkdir never returns where the system says ENOENT (/proc). */
function makeFolder(folder: string, mode: number): void {
  if (fs.existsSync(folder)) return;
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder), mode);
  fs.mkdirSync(folder, { mode });
}

/** The disk of the data folder is full. */
export function diskFullError(dataDir: string): StartError {
  return new StartError(`DATA_DIR (${dataDir}) is full. Free some space and start again.`);
}

const OUT_OF_ROOM = /^(ENOSPC|EDQUOT|53100|InsufficientStorage)$/;

/** Whether an error or its cause is a full disk, as reported by the system, PostgreSQL or storage. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return [errorCode(error), error.name].some((word) => OUT_OF_ROOM.test(word)) || isDiskFull(error.cause);
}

/** The StartError of a failed write below the data folder. */
export function dataDirError(dataDir: string, error: unknown): StartError {
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFullError(dataDir);
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new StartError(`DATA_DIR (${dataDir}) is not a folder.`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartError(
      `DATA_DIR (${dataDir}) cannot be written. Choose a folder that Talkback may write to.`,
    );
  }
  return new StartError(`DATA_DIR (${dataDir}) cannot be used: ${firstLine(error)}`);
}
