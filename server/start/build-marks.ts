import fs from 'node:fs';
import path from 'node:path';
import { isRunning, ownLine } from './lock.ts';

/** Marks of servers that run from a build, each as old as that build. */
const marksIn = (folder: string): string => path.join(folder, 'running');

/** Says that this process runs from the build in `folder` as it is now; without effect where nothing can be written. */
export function markBuild(folder: string): void {
  try {
    // Clears the marks of those that have ended.
    oldestRunningBuild(folder);
    const { mtime } = fs.statSync(path.join(folder, 'main.mjs'));
    const mark = path.join(marksIn(folder), String(process.pid));
    fs.mkdirSync(marksIn(folder), { recursive: true });
    fs.writeFileSync(mark, ownLine());
    fs.utimesSync(mark, mtime, mtime);
  } catch {
    // Who may not write here builds as somebody else, for whom parts stay for a week.
  }
}

/** When the oldest build was made from which a server runs, in milliseconds since 1970; Infinity if none does. */
export function oldestRunningBuild(folder: string): number {
  if (!fs.existsSync(marksIn(folder))) return Infinity;
  const times = fs.readdirSync(marksIn(folder)).map((name) => {
    const mark = path.join(marksIn(folder), name);
    if (isRunning(fs.readFileSync(mark, 'utf8'))) return fs.statSync(mark).mtimeMs;
    fs.rmSync(mark, { force: true });
    return Infinity;
  });
  return Math.min(...times, Infinity);
}
