import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { copyRelease } from '../release/copy-release.ts';
import { buildIn } from '../release/setup.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIGRATIONS = 'server/db/migrations';

/** A release and the one after it, which has more migrations: the folders of both. */
export interface Releases {
  readonly old: string;
  readonly next: string;
  /** Names of the migrations that only the next one has. */
  readonly added: readonly string[];
  /** Which releases these are, in one line. */
  readonly about: string;
}

/**
 * The release before this one, of the repository's history, beside this one. Without a history, or where it needs other
 * packages than are installed, this one beside a copy with a migration more.
 */
export async function makeReleases(place: string): Promise<Releases> {
  const commit = previousCommit();
  const others = commit === null ? [] : otherPackages(commit);
  if (commit === null || others.some(isMajor)) {
    const name = '9000_added.sql';
    const next = copyRelease(path.join(place, 'next'), {
      [name]: 'alter table people add column added text;',
    });
    const why =
      commit === null
        ? 'no earlier release is in the history'
        : `it needs other packages: ${others.join(', ')}`;
    return {
      old: ROOT,
      next,
      added: [name],
      about: `this release and a copy with a migration more (${why})`,
    };
  }
  const old = path.join(place, 'old');
  await exportTo(old, commit);
  const before = migrationsOf(commit);
  const added = [...migrationsHere().keys()].filter((name) => !before.has(name));
  const packages = others.length === 0 ? 'the same packages' : `not its own ${others.join(', ')}`;
  const subject = git('log', '-1', '--format=%h (%s)', commit).trim();
  return { old, next: ROOT, added, about: `${subject} with ${packages}, and this release` };
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The newest commit whose migrations are all here unchanged, and not all that are here; null: there is none. */
function previousCommit(): string | null {
  const here = migrationsHere();
  const isBefore = (commit: string): boolean => {
    const its = migrationsOf(commit);
    return its.size > 0 && its.size < here.size && [...its].every(([name, hash]) => here.get(name) === hash);
  };
  try {
    const changes = git('rev-list', 'HEAD', '--', MIGRATIONS).split('\n').filter(Boolean);
    // The oldest commit of a shallow clone has no parent.
    const parents = changes.map((commit) => git('rev-list', '--parents', '-1', commit).split(/\s/)[1] ?? '');
    return ['HEAD', ...parents].find((commit) => commit !== '' && isBefore(commit)) ?? null;
  } catch {
    return null;
  }
}

/** Migrations of a commit by name, each with git's hash of its text. */
function migrationsOf(commit: string): ReadonlyMap<string, string> {
  const entries = git('ls-tree', commit, `${MIGRATIONS}/`).split('\n').filter(Boolean);
  return new Map(
    entries
      .map((entry) => entry.split(/\s/))
      .map(([, , hash = '', file = '']) => [path.basename(file), hash]),
  );
}

/** The same of the working tree. */
function migrationsHere(): ReadonlyMap<string, string> {
  const names = fs.readdirSync(path.join(ROOT, MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  const hashes = git('hash-object', ...names.map((name) => `${MIGRATIONS}/${name}`)).split('\n');
  return new Map(names.toSorted().map((name) => [name, hashes[names.indexOf(name)] ?? '']));
}

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      { readonly version?: string; readonly dependencies?: object; readonly devDependencies?: object }
    >
  >;
}

/** What a commit's package.json asks for and has another version here: "name 1.2.3 → 1.3.0". */
function otherPackages(commit: string): readonly string[] {
  const its = JSON.parse(git('show', `${commit}:package-lock.json`)) as Lock;
  const here = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const { dependencies = {}, devDependencies = {} } = its.packages[''] ?? {};
  return Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => {
    const [was, is] = [its, here].map(({ packages }) => packages[`node_modules/${name}`]?.version ?? '');
    return was === is ? [] : [`${name} ${was} → ${is === '' ? 'none' : is}`];
  });
}

const isMajor = (change: string): boolean => {
  const [, was, is] = /(\d+)\S* → (\w+)/.exec(change) ?? [];
  return was !== is;
};

/** The files of a commit with the packages that are installed here, built by its own scripts. */
async function exportTo(folder: string, commit: string): Promise<void> {
  fs.mkdirSync(folder);
  const archive = path.join(folder, 'archive.tar');
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['-x', '-f', archive, '-C', folder]);
  fs.rmSync(archive);
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await buildIn(folder);
}
