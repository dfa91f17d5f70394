import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { majorOf, type Binaries } from './binaries.ts';
import { privateFolder, type User } from './user.ts';

/** Superuser and database of the embedded server. */
export const OWNER = 'talkback';

const WINDOWS = process.platform === 'win32';

/** For Windows, where the server listens on loopback; elsewhere the socket's folder is private. */
export function passwordOf(dataDir: string): string | undefined {
  if (!WINDOWS) return undefined;
  const file = path.join(dataDir, 'postgres-password');
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8');
}

/**
 * Creates the cluster if missing, in a draft folder that is renamed when complete. Throws for another major version.
 */
export function initCluster(
  data: string,
  options: { binaries: Binaries; user: User | undefined; dataDir: string; durable: boolean },
): boolean {
  const { binaries, user, dataDir, durable } = options;
  const versionFile = path.join(data, 'PG_VERSION');
  if (fs.existsSync(versionFile)) {
    const has = majorOf(fs.readFileSync(versionFile, 'utf8'));
    const needs = majorOf(binaries.version);
    if (has === needs) return false;
    const way = has < needs ? ' Take it over by the command "upgrade-database" (docs/operating.md).' : '';
    throw new Error(`The database in ${data} is of PostgreSQL ${has}, this release brings ${needs}.${way}`);
  }
  const draft = `${data}.new-${process.pid}`;
  fs.rmSync(draft, { recursive: true, force: true });
  privateFolder(draft, user);
  const auth = WINDOWS ? ['--auth=scram-sha-256', `--pwfile=${passwordFile(dataDir)}`] : ['--auth=trust'];
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    execFileSync(
      binaries.program('initdb'),
      [
        '-D',
        draft,
        '-U',
        OWNER,
        ...auth,
        ...locale,
        ...(durable ? [] : ['--no-sync', '--no-data-checksums']),
      ],
      {
        ...user,
        cwd: user === undefined ? draft : '/',
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    fs.renameSync(draft, data);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(versionFile)) throw initFailure(error);
  }
  return true;
}

function passwordFile(dataDir: string): string {
  passwordOf(dataDir);
  return path.join(dataDir, 'postgres-password');
}

/** An error with initdb's last line. */
function initFailure(error: unknown): Error {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
  const line = stderr.split('\n').findLast((text) => /error|FATAL|could not/i.test(text)) ?? stderr;
  return new Error(`The database could not be made: ${line}`, { cause: error });
}
