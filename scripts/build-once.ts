import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { step } from '#server/start/progress.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** What a build is made of: folders without their tests, and single files. */
export interface Sources {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** A hash over names and contents of sources. */
function hashOf({ folders, files }: Sources): string {
  const inFolders = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name))),
  );
  const hash = createHash('sha256');
  for (const file of [...inFolders.toSorted(), ...files]) {
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Whether the build that `stamp` tells of is of these sources. */
export function isBuilt(stamp: string, sources: Sources): boolean {
  const file = path.join(ROOT, stamp);
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8') === hashOf(sources);
}

/** Builds if the sources changed. false: the build failed and has reported why. */
export async function buildOnce(
  stamp: string,
  sources: Sources,
  label: string,
  build: () => Promise<boolean>,
): Promise<boolean> {
  if (isBuilt(stamp, sources)) return true;
  // Taken before the build: what changes meanwhile is built next time.
  const want = hashOf(sources);
  const file = path.join(ROOT, stamp);
  fs.rmSync(file, { force: true });
  const built = await step(label, build);
  if (built) fs.writeFileSync(file, want);
  return built;
}

/** Runs `vite build` in a child process, which frees its memory and ends with this one. */
export function vite(...args: readonly string[]): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', ...args],
    { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const end = (): void => {
    child.kill();
    process.exit(130);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, end);
      resolve(code === 0);
    });
  });
}
