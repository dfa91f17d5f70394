import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../lib/free-port.ts';
import { isAlive, isZombie } from './alive.ts';
import { initCluster, OWNER } from './cluster.ts';
import { recordPlace } from './places.ts';
import { findRunning, postmaster, serverOf, UNIX_PORT, type EmbeddedTarget, type Server } from './running.ts';

/** A running embedded server. */
export interface Embedded {
  readonly target: EmbeddedTarget;
  /** The same as a connection string. */
  readonly url: string;
  /** It was left running by a process that ended without stopping it. */
  readonly reused: boolean;
  /** The postmaster's process id. */
  readonly pid: number;
  /** Restarts it whenever it ends without `stop` (docs/decisions/0028-restart-the-embedded-database.md). */
  guard(): void;
  /** Stops it, whoever started it; resolves once its processes are gone. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The data folder; the cluster is created in it. */
  readonly dataDir: string;
  /** A progress line for a person. */
  readonly log?: (line: string) => void;
  /** false only for disposable databases: faster, lost after a power cut. */
  readonly durable?: boolean;
}

const WINDOWS = process.platform === 'win32';
/** Nothing is kept, nor large enough for vacuum or for parallel workers, whose start costs more than what they read. */
const DISPOSABLE = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
  'checkpoint_timeout=1h',
  'max_parallel_workers_per_gather=0',
  'autovacuum=off',
];
const START_LIMIT = 60_000;
const STOP_LIMIT = 30_000;
/** Interval of checks that a server runs whose end nobody tells us, since another process started it. */
const CHECK_MS = 5000;
/** Pause after a failed restart, e.g. for a full disk. */
const RETRY_MS = 1000;

/**
 * Starts PostgreSQL on `dataDir` (created at the first start) or takes over a running one. Throws an Error of one line
 * when it cannot.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const server = serverOf(options.dataDir);
  const { dataDir } = server;
  const durable = options.durable ?? true;
  if (!fs.existsSync(path.join(server.places.data, 'PG_VERSION'))) options.log?.('Making the database …');
  initCluster(server.places.data, { ...server, durable });
  recordPlace(dataDir, server.places);
  return startCluster(server, options);
}

/** Starts PostgreSQL on a cluster that is there, as `startEmbedded`. */
export async function startCluster(
  server: Server,
  { durable = true, log }: Pick<EmbeddedOptions, 'durable' | 'log'> = {},
): Promise<Embedded> {
  let guard: Guard | undefined;
  const onExit = (): void => guard?.check();
  const running = await findRunning(server);
  const target = running ?? (await launch(server, { durable, onExit }));
  await makeDatabase(target);
  return {
    target,
    url: urlOf(target),
    reused: running !== null,
    pid: postmaster(server.places.data)?.pid ?? 0,
    guard: () => {
      guard ??= supervise(server, { durable, onExit, port: target.port }, log);
    },
    async stop() {
      await guard?.stop();
      await stopCluster(server);
    },
  };
}

interface Guard {
  /** Restarts the postmaster if it has ended. */
  check(): void;
  stop(): Promise<void>;
}

/** Restarts the postmaster when it ends; retries failed starts. */
function supervise(server: Server, options: Launch, log: EmbeddedOptions['log']): Guard {
  const running = (): number => postmaster(server.places.data)?.pid ?? 0;
  let pid = running();
  let starting: Promise<void> | null = null;
  const restart = async (): Promise<void> => {
    log?.('The database has gone. Starting it again …');
    try {
      await launch(server, options);
      pid = running();
      log?.('The database is back.');
    } catch (error) {
      log?.(error instanceof Error ? error.message : String(error));
      await wait(RETRY_MS);
    }
    starting = null;
  };
  let stopped = false;
  const check = (): void => {
    if (stopped || starting !== null || isAlive(pid)) return;
    pid = running();
    if (!isAlive(pid)) starting = restart();
  };
  const timer = setInterval(check, CHECK_MS);
  timer.unref();
  return {
    check,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await starting;
    },
  };
}

interface Launch {
  readonly durable: boolean;
  /** A postmaster that was started here has ended. */
  readonly onExit: () => void;
  /** At the same place, so that clients can reconnect. */
  readonly port?: number;
}

/** Starts the postmaster; retries, because leftovers of a killed one may block it for a moment. */
async function launch(server: Server, { durable, onExit, port: before }: Launch): Promise<EmbeddedTarget> {
  const port = before ?? (WINDOWS ? await freePort() : UNIX_PORT);
  const deadline = performance.now() + START_LIMIT;
  for (;;) {
    disownZombie(server);
    const child = run(server, port, durable, onExit);
    for (;;) {
      const target = await findRunning(server);
      if (target !== null) {
        adoptLog(server, child);
        return target;
      }
      if (child.ended) break;
      if (performance.now() > deadline)
        throw new Error(`The database did not start within ${START_LIMIT / 1000} s. ${lastError(child)}`);
      await wait(20);
    }
    const error = lastError(child);
    fs.rmSync(child.log, { force: true });
    const isTransient = /lock file|still in use|starting up|shutting down/i.test(error);
    if (!isTransient || performance.now() > deadline) throw new Error(`The database did not start. ${error}`);
    await wait(200);
  }
}

/**
 * Names us in the lock files of a postmaster that has ended but still has its process id: the new one takes the files of
 * its parent for stale, and still looks whether anybody uses the old one's shared memory.
 */
function disownZombie({ places }: Server): void {
  if (WINDOWS) return;
  const socket = path.join(places.socket, `.s.PGSQL.${UNIX_PORT}.lock`);
  for (const file of [path.join(places.data, 'postmaster.pid'), socket]) {
    if (!fs.existsSync(file)) continue;
    const [pid, ...rest] = fs.readFileSync(file, 'utf8').split('\n');
    if (isZombie(Number(pid))) fs.writeFileSync(file, [process.pid, ...rest].join('\n'));
  }
}

/** A started postmaster and its output file; one each, since two may start at once. */
interface Child {
  readonly pid: number | undefined;
  readonly log: string;
  ended: boolean;
}

function run(server: Server, port: number, durable: boolean, onExit: () => void): Child {
  const settings = [
    ...(WINDOWS
      ? ['listen_addresses=127.0.0.1']
      : ['listen_addresses=', `unix_socket_directories=${server.places.socket}`]),
    `port=${port}`,
    'timezone=UTC',
    'max_connections=200',
    ...(durable ? [] : DISPOSABLE),
  ];
  const file = `${server.places.log}-${randomBytes(4).toString('hex')}`;
  const log = fs.openSync(file, 'wx', 0o600);
  // Detached: Ctrl-C must reach only us; the database is stopped last.
  const child = spawn(
    server.binaries.program('postgres'),
    ['-D', server.places.data, ...settings.flatMap((line) => ['-c', line])],
    {
      ...server.user,
      cwd: '/',
      stdio: ['ignore', log, log],
      detached: true,
      windowsHide: true,
    },
  );
  fs.closeSync(log);
  child.unref();
  const state: Child = { pid: child.pid, log: file, ended: false };
  const end = (): void => {
    state.ended = true;
    onExit();
  };
  child.once('error', end).once('exit', end);
  return state;
}

/** Renames the winner's log; deletes the loser's. */
function adoptLog(server: Server, child: Child): void {
  if (postmaster(server.places.data)?.pid === child.pid) fs.renameSync(child.log, server.places.log);
  else fs.rmSync(child.log, { force: true });
}

/** The last error line of a log. */
function lastError({ log }: Child): string {
  const lines = fs.readFileSync(log, 'utf8').trim().split('\n');
  const line = lines.findLast((text) => /FATAL|PANIC|could not/.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC):\s*/, '');
}

async function makeDatabase(target: EmbeddedTarget): Promise<void> {
  const client = new Client({ ...target, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    // Two starts may both get here; the lock ends with the connection.
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [OWNER]);
    if (rowCount === 0) await client.query(`create database ${OWNER}`);
  } finally {
    await client.end();
  }
}

/** Stops a cluster fast, if it runs: running statements are canceled; commits are on disk. */
export async function stopCluster(server: Server): Promise<void> {
  const running = postmaster(server.places.data);
  if (running === null || !isAlive(running.pid)) return;
  if (WINDOWS) {
    execFileSync(server.binaries.program('pg_ctl'), ['stop', '-D', server.places.data, '-m', 'fast'], {
      stdio: 'ignore',
    });
    return;
  }
  process.kill(running.pid, 'SIGINT');
  const deadline = performance.now() + STOP_LIMIT;
  while (isAlive(running.pid)) {
    if (performance.now() > deadline) {
      process.kill(running.pid, 'SIGQUIT');
      return;
    }
    await wait(10);
  }
}

function urlOf(target: EmbeddedTarget): string {
  const { host, port, user, database, password } = target;
  if (password !== undefined) return `postgres://${user}:${password}@${host}:${port}/${database}`;
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
