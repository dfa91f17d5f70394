import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/launcher.ts';
import { freePort } from '#server/lib/free-port.ts';
import { copyDataFolder } from '../api/data-folder.ts';
import { startServer, type ServerProcess } from '../api/server-process.ts';
import { PASSWORD } from '../made-demo.ts';
import type { Target } from './retrying-client.ts';

/** A demo studio as a child process, with its embedded database. Both can be killed. */
export class KillableStudio {
  readonly db: Database;
  /** The studio's own front, and that of the partners. */
  readonly targets: { readonly studio: Target; readonly partners: Target };
  readonly #dir: string;
  readonly #port: number;
  #server: ServerProcess;

  private constructor(dir: string, port: number, server: ServerProcess, db: Database) {
    this.#dir = dir;
    this.#port = port;
    this.#server = server;
    this.db = db;
    const calls = { total: 0, immediate: 0, retried: 0, retries: 0 };
    this.targets = {
      studio: { origin: `http://localhost:${port}`, calls },
      partners: { origin: `http://localhost:${port + 1}`, calls },
    };
  }

  static async start(): Promise<KillableStudio> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-kill-'));
    fs.chmodSync(folder, 0o711);
    const dir = path.join(folder, 'studio');
    copyDataFolder(inject('demoFolder'), dir);
    const port = await freePort(4);
    const server = startOn(dir, port);
    try {
      await server.ready();
      const { target } = await startEmbedded({ dataDir: dir });
      return new KillableStudio(dir, port, server, openDatabase(target, { max: 4 }));
    } catch (error) {
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get server(): ServerProcess {
    return this.#server;
  }

  async killServer(): Promise<void> {
    this.#server.process.kill('SIGKILL');
    await this.#server.exit();
  }

  /** Starts the server again on its data and ports. */
  async restart(): Promise<void> {
    this.#server = startOn(this.#dir, this.#port);
    await this.#server.ready();
  }

  async isReady(): Promise<boolean> {
    try {
      const url = `${this.targets.studio.origin}/readyz`;
      return (await fetch(url, { signal: AbortSignal.timeout(1000) })).status === 200;
    } catch {
      return false;
    }
  }

  /** The pid in the database's pid file; 0 without one. */
  databasePid(): number {
    const file = path.join(this.#dir, 'postgres/postmaster.pid');
    return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0;
  }

  /** Whether the server runs, and the last lines it printed. */
  report(): string {
    const { exitCode, signalCode } = this.#server.process;
    const state =
      exitCode === null && signalCode === null ? 'runs' : `ended with ${signalCode ?? exitCode ?? ''}`;
    const lines = this.#server.output().split('\n');
    return [`the server ${state}; it printed last:`, ...lines.slice(-30)].join('\n');
  }

  async close(): Promise<void> {
    await this.db.destroy();
    await this.#server.stop();
    fs.rmSync(path.dirname(this.#dir), { recursive: true, force: true });
  }
}

const startOn = (dir: string, port: number): ServerProcess =>
  startServer({ DATA_DIR: dir, PORT: String(port), DEMO: 'on', DEMO_PASSWORD: PASSWORD });
