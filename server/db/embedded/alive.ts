import fs from 'node:fs';

/**
 * Whether a process runs. One that has ended counts as ended also while its parent has not asked for its exit status:
 * where the first process of a machine or container does not, that lasts.
 */
export function isAlive(pid: number): boolean {
  // Pid 0 would mean our own process group.
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

/** Whether a process has ended and its parent has not asked for its exit status; only known on Linux. */
export function isZombie(pid: number): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it is in parentheses and may hold any character.
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}
