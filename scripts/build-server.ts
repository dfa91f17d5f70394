import fs from 'node:fs';
import { buildOnce, isBuilt, vite, type Sources } from './build-once.ts';

/** Where the built server begins. */
export const BUILT_SERVER = 'dist/server/main.mjs';

const STAMP = 'dist/server.stamp';
const SOURCES: Sources = {
  folders: ['server', 'shared', 'demo', 'sandbox'],
  files: ['scripts/build-server.ts', 'vite.server.config.ts', 'tsconfig.json', 'package-lock.json'],
};
/** A server that runs may still load parts of its own build. */
const KEPT_MS = 7 * 86_400_000;

/** Builds the server if its sources changed. false: the build failed and Vite has reported why. */
export function buildServer(): Promise<boolean> {
  return buildOnce(STAMP, SOURCES, 'Building the server', async () => {
    sweep();
    return vite('--config', 'vite.server.config.ts');
  });
}

/** Whether the built server is that of the sources. */
export const isServerBuilt = (): boolean => isBuilt(STAMP, SOURCES);

/** Deletes parts of builds that nobody runs any more, and what was compiled of them. */
function sweep(): void {
  for (const folder of ['dist/server', 'node_modules/.cache/node']) {
    if (!fs.existsSync(folder)) continue;
    for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = `${entry.parentPath}/${entry.name}`;
      const isOld = entry.isFile() && Date.now() - fs.statSync(file).mtimeMs > KEPT_MS;
      if (isOld) fs.rmSync(file, { force: true });
    }
  }
}
