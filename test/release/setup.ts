import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '../api/child.ts';

/** Builds what is in a folder: this release or another one, as `npm run build` does. */
export async function buildIn(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: folder, env: childEnv({}) });
}

/** Once per run: builds what its files start, which would else build at the same time into one folder. */
export default (): Promise<void> => buildIn(path.resolve(import.meta.dirname, '../..'));
