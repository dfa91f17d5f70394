import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hasSwift, SWIFT_PACKAGES } from '../server/files/foreign/swift.ts';

/** How many tests did what. A static stage is one test. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A part of the tests: a program of node_modules, and how its result is counted. */
export interface Stage {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly counts: 'exit code' | 'vitest' | 'playwright';
  /** Why the whole run leaves it out on this machine, null where it does not. Asked for by name it runs all the same. */
  readonly absent?: () => string | null;
  /** Its files need what a file system in memory may lack. */
  readonly onDisk?: true;
}

/** What must be free in memory for tests to keep their files there. */
const ROOM = 6 * 2 ** 30;

const vitest = (project: string): Stage => ({
  name: project,
  program: 'vitest/vitest.mjs',
  args: ['run', '--project', project, '--reporter=dot', '--reporter=json'],
  counts: 'vitest',
});

/** All stages in the order in which they run: what is quick and says most comes first. */
export const STAGES: readonly Stage[] = [
  {
    name: 'types',
    program: 'typescript/bin/tsc',
    args: ['--noEmit', '-p', 'tsconfig.json'],
    counts: 'exit code',
  },
  { name: 'lint', program: 'oxlint/bin/oxlint', args: ['.'], counts: 'exit code' },
  { name: 'format', program: 'oxfmt/bin/oxfmt', args: ['--check', '.'], counts: 'exit code' },
  { name: 'rooms', program: '../scripts/check-rooms.ts', args: [], counts: 'exit code' },
  { name: 'unused', program: 'knip/bin/knip.js', args: ['--no-progress'], counts: 'exit code' },
  vitest('unit'),
  vitest('api'),
  vitest('kill'),
  {
    ...vitest('older'),
    absent: () => 'left out, for it takes another PostgreSQL (.ci/run)',
  },
  {
    ...vitest('s3'),
    // Swift keeps what it knows of a file in extended attributes.
    onDisk: true,
    absent: () =>
      hasSwift()
        ? null
        : `left out, for there is no other S3 server here (apt-get install ${SWIFT_PACKAGES})`,
  },
  {
    name: 'e2e',
    program: '@playwright/test/cli.js',
    args: ['test', '--reporter=list,json'],
    counts: 'playwright',
  },
];

/** Adds up. */
export function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, counts) => total + counts.passed, 0),
    failed: all.reduce((total, counts) => total + counts.failed, 0),
    skipped: all.reduce((total, counts) => total + counts.skipped, 0),
  };
}

/** The line that ends every run. */
export const line = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * Reads a stage's counts. A stage that ran nothing, or whose program failed although no test did, has one failure:
 * silence is not success.
 */
export function countsOf(kind: Stage['counts'], succeeded: boolean, report: unknown): Counts {
  if (kind === 'exit code') return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
  const counts = kind === 'vitest' ? vitestCounts(report) : playwrightCounts(report);
  const ranNothing = counts.passed + counts.failed === 0;
  const failedOtherwise = !succeeded && counts.failed === 0;
  return ranNothing || failedOtherwise ? { ...counts, failed: counts.failed + 1 } : counts;
}

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

function vitestCounts(report: unknown): Counts {
  if (typeof report !== 'object' || report === null) return NONE;
  const read = (key: string): number => Number((report as Record<string, unknown>)[key] ?? 0);
  return {
    passed: read('numPassedTests'),
    failed: read('numFailedTests'),
    skipped: read('numPendingTests') + read('numTodoTests'),
  };
}

/** A flaky test, one that passed only when tried again, counts as failed. */
function playwrightCounts(report: unknown): Counts {
  if (typeof report !== 'object' || report === null || !('stats' in report)) return NONE;
  const stats = report.stats as Record<string, number>;
  return {
    passed: stats['expected'] ?? 0,
    failed: (stats['unexpected'] ?? 0) + (stats['flaky'] ?? 0),
    skipped: stats['skipped'] ?? 0,
  };
}

/** Runs a stage with its output shown. A signal to us ends it too. */
export async function runStage(stage: Stage, more: readonly string[]): Promise<Counts> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-stage-'));
  const file = path.join(folder, 'report.json');
  const args = stage.counts === 'vitest' ? [...stage.args, `--outputFile.json=${file}`] : stage.args;
  try {
    const succeeded = await runProgram([path.join('node_modules', stage.program), ...args, ...more], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      ...(stage.onDisk ? {} : { TMPDIR: temporaryFolder() }),
    });
    return countsOf(
      stage.counts,
      succeeded,
      fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null,
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Where tests keep what they throw away: databases, storage. In memory where the machine has a file system for that with room;
 * making a database there takes a tenth. A kill loses as little there as on a disk, and a power cut is nothing that we test.
 */
function temporaryFolder(): string {
  const memory = '/dev/shm';
  const folder = path.join(memory, `talkback-${process.getuid?.() ?? 0}`);
  try {
    const { bavail, bsize } = fs.statfsSync(memory);
    if (bavail * bsize < ROOM || os.freemem() < ROOM) return os.tmpdir();
    // Others may go through it: PostgreSQL runs as somebody else where we are root.
    fs.mkdirSync(folder, { recursive: true, mode: 0o711 });
    return fs.statSync(folder).uid === process.getuid?.() ? folder : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

function runProgram(args: readonly string[], env: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, [...args], { stdio: 'inherit', env: { ...process.env, ...env } });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const pass = (signal: NodeJS.Signals): void => {
    process.exitCode = 130;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve) => {
    const end = (succeeded: boolean): void => {
      for (const signal of signals) process.off(signal, pass);
      resolve(succeeded);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}
