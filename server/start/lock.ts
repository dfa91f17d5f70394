import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isZombie } from '../db/embedded/alive.ts';
import { errorCode, StartError } from '../lib/start-error.ts';

/**
 * Locks the data folder; the result unlocks it. A dead process's lock is taken over. Throws a StartError while another
 * Talkback runs.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = path.join(dataDir, 'talkback.lock');
  const holderLine = ownLine();
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, holderLine);
  try {
    while (!linked(draft, file)) {
      const holder = read(file);
      if (holder === holderLine) break;
      if (holder !== null && isRunning(holder)) {
        throw new StartError(`Talkback runs already on ${dataDir} (process ${Number.parseInt(holder, 10)}).`);
      }
      // Rename before deleting: two takeovers must not delete each other's new lock.
      const aside = `${draft}.stale`;
      if (holder !== null && moved(file, aside) && read(aside) !== holder) linked(aside, file);
      fs.rmSync(aside, { force: true });
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
  return () => {
    if (read(file) === holderLine) fs.rmSync(file, { force: true });
  };
}

/** Whether a running Talkback holds the data folder. */
export function isLocked(dataDir: string): boolean {
  const holder = read(path.join(dataDir, 'talkback.lock'));
  return holder !== null && isRunning(holder);
}

/** A hard link is atomic and never replaces. */
function linked(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function moved(from: string, to: string): boolean {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function read(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Names this process, also when its id is used again. */
export const ownLine = (): string => `${process.pid} ${startOf(process.pid)}\n`;

/** Whether the process runs that `ownLine` named. */
export function isRunning(holder: string): boolean {
  const [id, ...start] = holder.trim().split(' ');
  const pid = Number(id);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  if (isZombie(pid)) return false;
  return start.join(' ') === startOf(pid);
}

/** Start time of a process, because pids are reused; empty where unknown. */
function startOf(pid: number): string {
  try {
    if (process.platform === 'linux') {
      const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
    }
    if (process.platform === 'darwin')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    // It ended meanwhile.
  }
  return '';
}
