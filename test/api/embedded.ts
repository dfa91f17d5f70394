import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbedded } from '#server/db/embedded/launcher.ts';

const PREFIX = 'talkback-test-pg-';

/**
 * An embedded server for one test run, in a temporary folder, without fsync; `stop` deletes it. Clears what a killed
 * run left. Not for data to keep.
 */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  await sweep();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`));
  fs.chmodSync(dataDir, 0o711);
  const server = await startEmbedded({ dataDir, durable: false });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The folder's name holds the pid; without that process its server is abandoned. */
async function sweep(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name);
    if (isRunning(Number(name.slice(PREFIX.length).split('-')[0])) || !isOurs(folder)) continue;
    if (fs.existsSync(path.join(folder, 'postgres', 'postmaster.pid'))) {
      const left = await startEmbedded({ dataDir: folder, durable: false });
      await left.stop();
    }
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const isOurs = (folder: string): boolean => fs.statSync(folder).uid === (process.getuid?.() ?? 0);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
