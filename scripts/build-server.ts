import fs from 'node:fs';
import { oldestRunningBuild } from '#server/start/build-marks.ts';
import { buildOnce, isBuilt, vite, type Sources } from './build-once.ts';

/** Where the built server begins. */
export const BUILT_SERVER = 'dist/server/main.mjs';

const STAMP = 'dist/server.stamp';
const SOURCES: Sources = {
  folders: ['server', 'shared', 'demo', 'sandbox'],
  files: ['scripts/build-server.ts', 'vite.server.config.ts', 'tsconfig.json', 'package-lock.json'],
};
/** For servers that could not mark their build: they may still load parts of it. */
const KEPT_MS = 7 * 86_400_000;

/** The parts of one build are written within this time. */
const MARGIN_MS = 600_000;

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
  const before = Math.min(Date.now() - KEPT_MS, oldestRunningBuild('dist/server') - MARGIN_MS);
  for (const folder of ['dist/server', 'node_modules/.cache/node']) {
    if (!fs.existsSync(folder)) continue;
    for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = `${entry.parentPath}/${entry.name}`;
      const isOld = entry.isFile() && fs.statSync(file).mtimeMs < before;
      if (isOld) fs.rmSync(file, { force: true });
    }
  }
}
