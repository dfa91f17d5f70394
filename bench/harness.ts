import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startServer, type ServerProcess } from '#test/api/server-process.ts';
import { freePort } from '#server/lib/free-port.ts';

/** Minimum of alternating rounds per comparison. */
export const ROUNDS = Math.max(5, Number(process.env['ROUNDS'] ?? 5));

/** The median. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The quantile `part` (0 to 1), interpolated. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

/** Runs measurements in turn, five rounds or more after a warm-up; returns medians by name. */
export async function alternate(
  measures: Readonly<Record<string, () => Promise<number>>>,
): Promise<(name: string) => number> {
  const values = new Map<string, number[]>(Object.keys(measures).map((name) => [name, []]));
  for (const measure of Object.values(measures)) await measure();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, measure] of Object.entries(measures)) values.get(name)?.push(await measure());
  return (name) => median(values.get(name) ?? []);
}

/** Creates an empty database and returns its connection string. */
export async function makeDatabase(server: string, name: string): Promise<string> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A folder that is deleted when the process ends. */
export function scratch(name: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `talkback-bench-${name}-`));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A studio in a process of its own on an existing database. */
export interface Running {
  readonly server: ServerProcess;
  readonly origin: string;
  readonly dataDir: string;
  readonly pid: number;
}

/** Starts the studio and waits until it is ready; `env` may change its settings. */
export async function startStudio(databaseUrl: string, env: Record<string, string> = {}): Promise<Running> {
  const studio = await launchStudio(databaseUrl, env);
  await studio.server.ready();
  return studio;
}

/** The same without waiting. */
export async function launchStudio(databaseUrl: string, env: Record<string, string> = {}): Promise<Running> {
  const port = await freePort(3);
  const dataDir = scratch('studio');
  const server = startServer({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: 'off',
    // As `npm start` sets it.
    NODE_ENV: 'production',
    ...env,
  });
  return { server, origin: `http://localhost:${port}`, dataDir, pid: server.process.pid ?? 0 };
}

/** Starts a program that reports its port over IPC. */
export async function startProgram(
  file: string,
  args: readonly string[],
): Promise<{ child: ChildProcess; origin: string; pid: number }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { child, origin: `http://127.0.0.1:${message.port}`, pid: child.pid ?? 0 };
}

/** Ends a child and waits for it. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Resident memory of a process in MiB: current and peak. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** Seconds of CPU that a process has used. */
export function cpuSecondsOf(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // Clock ticks of a hundredth of a second, in user and in system mode.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Runs `work` for each item, `width` at a time; returns the total seconds. */
export async function runConcurrently<T>(
  width: number,
  items: readonly T[],
  work: (item: T, lane: number) => Promise<void>,
): Promise<number> {
  const left = [...items];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: width }, async (_, lane) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item, lane);
    }),
  );
  return (performance.now() - begun) / 1000;
}

/** One line of the result: a number beside its reference. */
export function printResult(what: string, value: string, limit: string, ratio: number, aim: string): void {
  console.log(
    `  ${what.padEnd(46)} ${value.padStart(14)}  limit ${limit.padStart(14)}  ÷ ${ratio.toFixed(2)}  (aim ${aim})`,
  );
}
