import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The user that PostgreSQL runs as; undefined: ours. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root, so root hands it to the `postgres` user, else to `nobody`.
 * Throws when neither exists.
 */
export function databaseUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody');
  if (row === undefined)
    throw new Error('PostgreSQL cannot run as root. Start Talkback as another user, or set DATABASE_URL.');
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

/** Makes a folder that only `user` (undefined: we) can read. */
export function privateFolder(folder: string, user: User | undefined): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user !== undefined) fs.chownSync(folder, user.uid, user.gid);
}

/** Whether `user` may pass every folder on the way to `target`: false below a 0700 folder of someone else. */
export function canReach(target: string, user: User | undefined): boolean {
  if (user === undefined) return true;
  const folder = path.dirname(path.resolve(target));
  const parents = folder
    .split(path.sep)
    .map((_, index, parts) => parts.slice(0, index + 1).join(path.sep) || path.sep);
  return parents
    .filter((parent) => fs.existsSync(parent))
    .every((parent) => {
      const { mode, uid, gid } = fs.statSync(parent);
      if (uid === user.uid) return (mode & 0o100) !== 0;
      return (mode & (gid === user.gid ? 0o010 : 0o001)) !== 0;
    });
}

/** Whether `user` can run a program where it lies, its libraries included. */
export function canRun(program: string, user: User | undefined): boolean {
  try {
    execFileSync(program, ['--version'], { ...user, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
