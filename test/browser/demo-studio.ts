import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTalkback } from './start-talkback.ts';

/** Tells the workers which studio to copy. */
export const DEMO_DATA_DIR = 'TALKBACK_E2E_DEMO';

/** A folder below the temporary one that the database's own user can pass through. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-e2e-'));
  fs.chmodSync(folder, 0o711);
  return folder;
}

/** Once per run: makes the demo studio for the workers to copy. */
export default async function makeStudio(): Promise<() => void> {
  const folder = temporaryFolder();
  const dataDir = path.join(folder, 'made');
  try {
    const server = await startTalkback(dataDir);
    await server.stop();
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  process.env[DEMO_DATA_DIR] = dataDir;
  return () => fs.rmSync(folder, { recursive: true, force: true });
}
