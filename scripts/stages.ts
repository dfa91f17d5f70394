import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BROWSER_PACKAGES, installedBrowsers } from '#test/webdriver/installed.ts';
import { failuresOf } from './failures.ts';
import { PROXY_PACKAGES, hasCaddy, hasNginx } from '#test/release/installed.ts';
import { hasReferees, REFEREES } from '#test/referees/folder.ts';
import { hasScanners, SCANNER_PACKAGES } from '#test/scan/installed.ts';
import { THOROUGH } from '#test/thorough.ts';
import { CEPH_PACKAGES, hasCeph } from '#test/s3/ceph.ts';
import { hasSwift, SWIFT_PACKAGES } from '#test/s3/swift.ts';

/** Test counts. A static stage is one test. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A stage: a program of node_modules, and how its result is counted. */
export interface Stage {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly counts: 'exit code' | 'vitest' | 'playwright';
  /** Why `npm test` leaves it out; requested by name it runs. */
  readonly leftOut?: string;
  /** What this machine lacks for it; null: nothing. A request by name only says so. */
  readonly needs?: () => string | null;
  /** Its files need a disk. */
  readonly onDisk?: true;
  /** It starts no servers, so others may run beside it. */
  readonly beside?: true;
  readonly env?: Readonly<Record<string, string>>;
}

/** Node collects garbage less often: a tenth less work, measured on the API tests of bookings. */
const NODE_OPTIONS = '--max-semi-space-size=64';

/** Programs in Go collect garbage less often while there is little of it: up to a fifth less work. */
const SELDOM_COLLECTED = { GOGC: '400', GOMEMLIMIT: '2GiB' };

/** Free memory required to keep test files there. */
const ROOM = 6 * 2 ** 30;

const vitest = (project: string): Stage => ({
  name: project,
  program: 'vitest/vitest.mjs',
  args: ['run', '--project', project, '--reporter=dot', '--reporter=json'],
  counts: 'vitest',
});

/** All stages in order, the fast ones first. */
export const STAGES: readonly Stage[] = [
  {
    name: 'types',
    program: 'typescript/bin/tsc',
    // Each of several checkers would look at the libraries' types again.
    args: ['--noEmit', '-p', 'tsconfig.json', '--checkers', '1'],
    counts: 'exit code',
    beside: true,
    env: SELDOM_COLLECTED,
  },
  {
    name: 'lint',
    program: 'oxlint/bin/oxlint',
    args: ['.'],
    counts: 'exit code',
    beside: true,
    // The same for its type-aware rules, which are checked by a program in Go.
    env: { ...SELDOM_COLLECTED, GOMAXPROCS: '1' },
  },
  { name: 'format', program: 'oxfmt/bin/oxfmt', args: ['--check', '.'], counts: 'exit code', beside: true },
  { name: 'rooms', program: '../scripts/check-rooms.ts', args: [], counts: 'exit code', beside: true },
  {
    name: 'unused',
    program: 'knip/bin/knip.js',
    args: ['--no-progress', '--no-tag-hints'],
    counts: 'exit code',
    beside: true,
  },
  {
    name: 'shipped',
    program: 'knip/bin/knip.js',
    args: ['--no-progress', '--production', '--include', 'files,exports,types'],
    counts: 'exit code',
    beside: true,
  },
  { ...vitest('unit'), beside: true },
  vitest('api'),
  {
    ...vitest('processes'),
    ...(THOROUGH ? {} : { leftOut: 'left out, for it starts many processes (.ci/run)' }),
  },
  vitest('kill'),
  {
    ...vitest('older'),
    // What is random was repeated on the embedded one.
    env: { THOROUGH: '' },
    leftOut: 'left out, for it takes another PostgreSQL (.ci/run)',
  },
  {
    ...vitest('s3'),
    // Swift stores metadata in extended attributes.
    onDisk: true,
    leftOut: 'left out, for it takes other S3 servers (.ci/run)',
    needs: () =>
      hasSwift() || hasCeph()
        ? null
        : `left out, for there is no other S3 server here (apt-get install ${CEPH_PACKAGES} ${SWIFT_PACKAGES})`,
  },
  {
    ...vitest('referees'),
    leftOut: 'left out, for it repeats tests of the API stage (.ci/run)',
    needs: () => (hasReferees() ? null : `left out, for what the providers publish is not here: ${REFEREES}`),
  },
  {
    ...vitest('release'),
    leftOut: 'left out, for it takes the proxies that a release stands behind (.ci/run)',
    needs: () =>
      hasNginx() || hasCaddy()
        ? null
        : `left out, for there is neither nginx nor Caddy here (apt-get install ${PROXY_PACKAGES})`,
  },
  {
    ...vitest('scan'),
    leftOut: 'left out, for it takes scanners and twenty minutes (npm run test:scan)',
    needs: () =>
      hasScanners() ? null : `left out, for the scanners are not here (apt-get install ${SCANNER_PACKAGES})`,
  },
  { ...vitest('simulation'), leftOut: 'left out, for it lives through days (.ci/run)' },
  {
    name: 'e2e',
    program: '@playwright/test/cli.js',
    args: ['test', '--reporter=list,json'],
    counts: 'playwright',
  },
  {
    ...vitest('browsers'),
    leftOut: 'left out, for it takes other browsers (.ci/run)',
    needs: () =>
      installedBrowsers().length > 0
        ? null
        : `left out, for there is no browser beside Chromium here (apt-get install ${BROWSER_PACKAGES})`,
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
 * Reads a stage's counts. A stage that ran nothing, or whose program failed without a failed test, counts one failure.
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

/** A flaky test counts as failed. */
function playwrightCounts(report: unknown): Counts {
  if (typeof report !== 'object' || report === null || !('stats' in report)) return NONE;
  const stats = report.stats as Record<string, number>;
  return {
    passed: stats['expected'] ?? 0,
    failed: (stats['unexpected'] ?? 0) + (stats['flaky'] ?? 0),
    skipped: stats['skipped'] ?? 0,
  };
}

/** What a stage came to: its counts, and the names of its failed tests. */
export interface Outcome {
  readonly counts: Counts;
  readonly failures: readonly string[];
}

/** Runs a stage with its output shown, or handed to `show` at its end; signals are forwarded. */
export async function runStage(
  stage: Stage,
  more: readonly string[],
  show?: (output: string) => void,
): Promise<Outcome> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-stage-'));
  const file = path.join(folder, 'report.json');
  const args = stage.counts === 'vitest' ? [...stage.args, `--outputFile.json=${file}`] : stage.args;
  try {
    const env = {
      ...stage.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${NODE_OPTIONS}`.trim(),
      ...(stage.onDisk ? {} : { TMPDIR: temporaryFolder() }),
    };
    const program = path.join('node_modules', stage.program);
    const succeeded = await runProgram([program, ...args, ...more], env, show);
    const report: unknown = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
    return { counts: countsOf(stage.counts, succeeded, report), failures: failuresOf(report) };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Folder of the tests' databases and storage: in memory if there is room, where creating a database takes a tenth. */
export function temporaryFolder(): string {
  const memory = '/dev/shm';
  const folder = path.join(memory, `talkback-${process.getuid?.() ?? 0}`);
  try {
    const { bavail, bsize } = fs.statfsSync(memory);
    if (bavail * bsize < ROOM || os.freemem() < ROOM) return os.tmpdir();
    // Traversable: as root, PostgreSQL runs as another user.
    fs.mkdirSync(folder, { recursive: true, mode: 0o711 });
    return fs.statSync(folder).uid === process.getuid?.() ? folder : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

function runProgram(
  args: readonly string[],
  env: Record<string, string>,
  show?: (output: string) => void,
): Promise<boolean> {
  const own = show === undefined ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [...args], {
    stdio: ['inherit', own, own],
    env: { ...process.env, ...env },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const pass = (signal: NodeJS.Signals): void => {
    process.exitCode = 130;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve) => {
    const end = (succeeded: boolean): void => {
      for (const signal of signals) process.off(signal, pass);
      show?.(Buffer.concat(output).toString());
      resolve(succeeded);
    };
    child.once('error', () => end(false));
    // After its output has ended, too.
    child.once('close', (code) => end(code === 0));
  });
}
