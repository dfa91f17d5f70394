import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Copies a stopped server's data folder, with owners and modes, which PostgreSQL checks; Node's copy loses owners. */
export function copyDataFolder(from: string, to: string): void {
  if (process.platform === 'win32') fs.cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', from, to]);
  const pointer = path.join(to, 'postgres-is-in');
  if (fs.existsSync(pointer))
    throw new Error(
      `The database of ${from} lies outside it and cannot be copied. Set TMPDIR to a folder that every user can pass.`,
    );
}
