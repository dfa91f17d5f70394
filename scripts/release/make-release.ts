import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { step } from '#server/start/progress.ts';
import { buildClient } from '../build-client.ts';
import { buildServer } from '../build-server.ts';
import { licensesOf } from './licenses.ts';
import { copyPackages, runningPackages } from './packages.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What runs from its sources: commands, migrations, workers and what builds name. */
const SOURCES = ['server', 'shared', 'demo', 'sandbox', 'scripts/commands', 'deploy', 'docs'];
const FILES = [
  'package.json',
  'package-lock.json',
  'README.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  'scripts/studio.ts',
  'scripts/storage-setup.ts',
];
const BUILT = ['dist/client', 'dist/server'];
const IS_LEFT_OUT = /\.test\.tsx?$|\/dist\/server\/running(\/|$)/;

/** What a program of the release begins with: its folder, and the Node that comes with it. */
const program = (node: string, script: string): string => `#!/bin/sh
# Runs with the Node of this release, whatever the machine has.
set -e
folder=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)
export NODE_ENV="\${NODE_ENV:-production}"
exec "$folder/${node}" "$folder/${script}" "$@"
`;

const PROGRAMS = {
  talkback: 'dist/server/main.mjs',
  studio: 'scripts/studio.ts',
  'storage-setup': 'scripts/storage-setup.ts',
} as const;

/**
 * Makes the release of this commit and platform in `folder`, which must not be there yet; false: it could not be made,
 * and has said why. It is made beside it and renamed at the end, so it is whole or not there.
 */
export async function makeRelease(folder?: string): Promise<boolean> {
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const name = `talkback-${version}-${process.platform}-${process.arch}`;
  const target = path.resolve(folder ?? path.join(ROOT, 'dist/release', name));
  if (process.platform === 'win32') return fail('A release is made for Linux and macOS.');
  if (fs.existsSync(target)) return fail(`${target} is there already. Delete it, or name another folder.`);
  const node = path.relative(ROOT, process.execPath);
  if (!node.startsWith('node_modules/'))
    return fail(
      `The Node of the release is that of package-lock.json, which has none for ${process.platform}-${process.arch}.`,
    );
  const built = await Promise.all([buildClient(), buildServer()]);
  if (!built.every(Boolean)) return fail('It could not be built; the reason is above.');
  const unfinished = `${target}.unfinished-${process.pid}`;
  try {
    await step('Making the release', async () => fill(unfinished, { version, node }));
    fs.renameSync(unfinished, target);
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
  console.log(`The release is in ${target}. Start it by bin/talkback; docs/operating.md says the rest.`);
  return true;
}

function fill(target: string, { version, node }: { readonly version: string; readonly node: string }): void {
  for (const entry of [...SOURCES, ...FILES, ...BUILT])
    fs.cpSync(path.join(ROOT, entry), path.join(target, entry), {
      recursive: true,
      filter: (file) => !IS_LEFT_OUT.test(file),
    });
  const packages = runningPackages(ROOT);
  copyPackages(ROOT, target, packages);
  fs.mkdirSync(path.join(target, 'bin'));
  for (const [name, script] of Object.entries(PROGRAMS))
    fs.writeFileSync(path.join(target, 'bin', name), program(node, script), { mode: 0o755 });
  fs.writeFileSync(path.join(target, 'LICENSES.txt'), licensesOf(ROOT, packages));
  fs.writeFileSync(path.join(target, 'sbom.cdx.json'), sbom());
  const about = {
    version,
    commit: commit(),
    node: process.version,
    platform: process.platform,
    arch: process.arch,
  };
  fs.writeFileSync(path.join(target, 'release.json'), `${JSON.stringify(about, null, 2)}\n`);
}

/** The bill of materials of what runs, CycloneDX as JSON, by npm from the lock file. */
function sbom(): string {
  const args = [
    'sbom',
    '--omit=dev',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
  ];
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  return npm === undefined ? execFileSync('npm', args, options) : execFileSync(node, [npm, ...args], options);
}

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });

/** The commit that is released; null outside of a repository. What is not committed is said with it. */
function commit(): string | null {
  const { status, stdout } = git('rev-parse', 'HEAD');
  if (status !== 0) return null;
  const isChanged = git('status', '--porcelain', '--untracked-files=no').stdout.trim() !== '';
  return `${stdout.trim()}${isChanged ? ' with changes' : ''}`;
}

function fail(reason: string): false {
  console.error(reason);
  return false;
}
