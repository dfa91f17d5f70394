import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '#server/lib/free-port.ts';
import { startServer } from '../api/server-process.ts';
import { PASSWORD } from './retrying-client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a demo studio, for each test file to copy. */
    demoFolder: string;
  }
}

/** Once per run: makes the demo. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-kill-demo-'));
  fs.chmodSync(folder, 0o711);
  const demoFolder = path.join(folder, 'made');
  const remove = (): void => fs.rmSync(folder, { recursive: true, force: true });
  const port = String(await freePort(4));
  const server = startServer({ DATA_DIR: demoFolder, PORT: port, DEMO: 'on', DEMO_PASSWORD: PASSWORD });
  try {
    await server.ready();
    await server.stop();
  } catch (error) {
    await server.stop();
    remove();
    throw error;
  }
  project.provide('demoFolder', demoFolder);
  return remove;
}
