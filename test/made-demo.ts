import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '#server/lib/free-port.ts';
import { copyDataFolder } from './api/data-folder.ts';
import { startServer } from './api/server-process.ts';

/** Names the folder in which the stages of a run share one demo; who sets it removes it. */
export const DEMO_OF_RUN = 'TALKBACK_TEST_DEMO';

/** The password of every demo sign-in in the tests. */
export const PASSWORD = 'talkback';

/** The data folder of a demo studio, stopped, for tests to copy. */
export interface MadeDemo {
  readonly dataDir: string;
  /** Removes it, unless other stages of this run use it, too. */
  readonly remove: () => void;
}

/** The demo that an earlier stage of this run has made, else a new one. */
export async function madeDemo(): Promise<MadeDemo> {
  const shared = process.env[DEMO_OF_RUN];
  const folder = shared ?? newDemoFolder(os.tmpdir());
  const remove = (): void => {
    if (shared === undefined) fs.rmSync(folder, { recursive: true, force: true });
  };
  const dataDir = path.join(folder, 'made');
  try {
    if (!fs.existsSync(dataDir)) await make(path.join(folder, 'making'), dataDir);
  } catch (error) {
    remove();
    throw error;
  }
  return { dataDir, remove };
}

/** Leaves the demo of a stopped server to later stages of this run, if they have none yet. */
export function leaveDemo(dataDir: string): void {
  const folder = process.env[DEMO_OF_RUN];
  if (folder === undefined) return;
  const [making, made] = [path.join(folder, 'making'), path.join(folder, 'made')];
  if (fs.existsSync(made)) return;
  copyDataFolder(dataDir, making);
  fs.renameSync(making, made);
}

/** A folder in this one for a demo, which the database's own user can pass through. */
export function newDemoFolder(parent: string): string {
  const folder = fs.mkdtempSync(path.join(parent, 'talkback-demo-'));
  fs.chmodSync(folder, 0o711);
  return folder;
}

/** Makes it beside its place, so that one which failed is not taken for made. */
async function make(making: string, made: string): Promise<void> {
  fs.rmSync(making, { recursive: true, force: true });
  const port = String(await freePort(4));
  const server = startServer({ DATA_DIR: making, PORT: port, DEMO: 'on', DEMO_PASSWORD: PASSWORD });
  try {
    await server.ready();
  } finally {
    await server.stop();
  }
  fs.renameSync(making, made);
}
