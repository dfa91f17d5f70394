import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { findBinaries, type Binaries } from './binaries.ts';
import { OWNER, passwordOf } from './cluster.ts';
import { findPlaces, fallbackFolder, type Places } from './places.ts';
import { databaseUser, type User } from './user.ts';

/** Connection of the embedded server. */
export interface EmbeddedTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

/** The cluster of a data folder and what running it needs. */
export interface Server {
  readonly places: Places;
  readonly binaries: Binaries;
  readonly user: User | undefined;
  readonly dataDir: string;
}

const WINDOWS = process.platform === 'win32';
export const UNIX_PORT = 5432;

/** Finds the cluster of a data folder, whether it exists or not. */
export function serverOf(folder: string): Server {
  const dataDir = path.resolve(folder);
  const user = databaseUser();
  return {
    dataDir,
    user,
    places: findPlaces(dataDir, user),
    binaries: findBinaries(user, () => fallbackFolder(dataDir)),
  };
}

/** The postmaster's pid file; null without one, and where it names us in the place of one that has ended. */
export function postmaster(data: string): { pid: number; port: number } | null {
  try {
    const lines = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid === process.pid ? null : { pid, port: Number(lines[3]) };
  } catch {
    return null;
  }
}

function targetOf(server: Server, port: number): EmbeddedTarget {
  const password = passwordOf(server.dataDir);
  const common = { port, user: OWNER, database: OWNER };
  return password === undefined
    ? { ...common, host: server.places.socket }
    : { ...common, host: '127.0.0.1', password };
}

/** The running server of our data, if any. */
export async function findRunning(server: Server): Promise<EmbeddedTarget | null> {
  const running = postmaster(server.places.data);
  if (running === null) return null;
  const target = targetOf(server, WINDOWS ? running.port : UNIX_PORT);
  const client = new Client({ ...target, database: 'postgres', connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch {
    // It has closed the connection already.
    return null;
  }
  try {
    const { rows } = await client.query<{ data: string }>(`select current_setting('data_directory') as data`);
    return fs.realpathSync(rows[0]?.data ?? '') === fs.realpathSync(server.places.data) ? target : null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}
