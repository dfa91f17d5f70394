import { statfs } from 'node:fs/promises';
import { prepareDataDir } from '../../lib/data-dir.ts';
import type { Settings } from '../../lib/settings.ts';
import { right, wrong, type Finding } from './finding.ts';

const GIB = 2 ** 30;
/** Free space below which uploads will soon fail. */
const LEAST_FREE = 2 * GIB;

/** The data folder: written to, with room left. Throws a StartError where it cannot be used. */
export async function checkFolder({ dataDir }: Pick<Settings, 'dataDir'>): Promise<readonly Finding[]> {
  prepareDataDir(dataDir);
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const text = `${dataDir} can be written and has ${(free / GIB).toFixed(1)} GiB free.`;
  return [free < LEAST_FREE ? wrong('Data folder', `${text} Make room.`) : right('Data folder', text)];
}
