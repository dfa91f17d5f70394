import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canReach, privateFolder, type User } from './user.ts';

/** Paths of a cluster's data and socket. */
export interface Places {
  readonly data: string;
  readonly log: string;
  /** The folder of the unix socket; on Windows unused. */
  readonly socket: string;
}

/** A socket's path may have 103 bytes on macOS, 107 on Linux, with `/.s.PGSQL.5432`. */
const MAX_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length;
const SYSTEM_FOLDER = '/var/lib';

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A folder that every user can reach, for when PostgreSQL's user cannot reach the data folder. */
export function fallbackFolder(dataDir: string): string {
  const folder = path.join(SYSTEM_FOLDER, `talkback-${shortHash(fs.realpathSync(dataDir))}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/**
 * Finds the cluster of a data folder: inside it, or in the spare folder noted there. Throws when the noted folder is
 * gone.
 */
export function findPlaces(dataDir: string, user: User | undefined): Places {
  const note = noteOf(dataDir);
  const recorded = fs.existsSync(note)
    ? path.resolve(dataDir, fs.readFileSync(note, 'utf8').trim())
    : undefined;
  if (recorded !== undefined && !fs.existsSync(path.join(recorded, 'PG_VERSION'))) {
    throw new Error(
      `The database of ${dataDir} was kept in ${recorded}, which is gone. Restore it, or delete ${note} to begin anew.`,
    );
  }
  const inside = path.join(dataDir, 'postgres');
  const data = recorded ?? (canReach(inside, user) ? inside : path.join(fallbackFolder(dataDir), 'data'));
  const socket = socketFolder(path.dirname(data), data, user);
  return { data, log: path.join(dataDir, 'postgres.log'), socket };
}

const noteOf = (dataDir: string): string => path.join(dataDir, 'postgres-is-in');

/** Notes a complete cluster outside its data folder. */
export function recordPlace(dataDir: string, places: Places): void {
  if (path.dirname(places.data) !== dataDir) switchPlace(dataDir, places.data);
}

/** Has the data folder use this cluster from now on, in one step; returns the note that says so. */
export function switchPlace(dataDir: string, data: string): string {
  // Inside the data folder by its name alone, so that the whole can be moved.
  const place = path.dirname(data) === dataDir ? path.basename(data) : data;
  const note = noteOf(dataDir);
  fs.writeFileSync(`${note}.new`, `${place}\n`, { flush: true });
  fs.renameSync(`${note}.new`, note);
  return note;
}

/** Places of another cluster beside this one, with a socket of its own: both may run at once. */
export function placesBeside(places: Places, data: string, user: User | undefined): Places {
  return { ...places, data, socket: socketFolder(path.dirname(data), data, user, 'socket-upgrade') };
}

/** Beside the data if the path is short enough, else below the temporary folder. */
function socketFolder(beside: string, data: string, user: User | undefined, own = 'socket'): string {
  const name = `talkback-${process.getuid?.() ?? 0}-${shortHash(data)}`;
  const candidates = [path.join(beside, own), path.join(os.tmpdir(), name), path.join('/tmp', name)];
  const folder =
    candidates.find((candidate) => Buffer.byteLength(candidate) <= MAX_SOCKET_FOLDER) ?? `/tmp/${name}`;
  if (process.platform === 'win32') return folder;
  privateFolder(folder, user);
  // In /tmp someone else may have created the folder first and would own our socket.
  const { uid, mode } = fs.lstatSync(folder);
  if (uid !== (user?.uid ?? process.getuid?.()))
    throw new Error(`${folder} belongs to someone else. Delete it and start again.`);
  if ((mode & 0o077) !== 0) fs.chmodSync(folder, 0o700);
  return folder;
}
