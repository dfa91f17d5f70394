import fs from 'node:fs/promises';
import path from 'node:path';

/** How long scripts stay after a build without them took over (docs/operating.md#an-upgrade). */
const KEPT_MS = 7 * 86_400_000;

/** Scripts and styles of this build and those before, below DATA_DIR. */
export interface AssetStore {
  /** Served after the build's own; there once `openAssetStore` has returned. */
  readonly folder: string;
  /** Stores this build's files for later ones, and deletes those that no build of the last week had. */
  readonly store: (built: string, now: Temporal.Instant) => Promise<void>;
}

/** Opens the store, so that tabs opened before an upgrade still find their scripts. */
export async function openAssetStore(dataDir: string): Promise<AssetStore> {
  const place = path.join(dataDir, 'screens');
  const folder = path.join(place, 'assets');
  await fs.mkdir(folder, { recursive: true });
  return {
    folder,
    store: (built, now) => storeAssets({ place, folder, built, nowMs: now.epochMilliseconds }),
  };
}

interface Work {
  readonly place: string;
  readonly folder: string;
  readonly built: string;
  readonly nowMs: number;
}

async function storeAssets({ place, folder, built, nowMs }: Work): Promise<void> {
  const [names, stored] = await Promise.all([fs.readdir(built), fs.readdir(folder)]);
  const [own, there] = [new Set(names), new Set(stored)];
  const touch = (file: string): Promise<void> => fs.utimes(file, nowMs / 1000, nowMs / 1000);
  // What ran until now was needed until now: its week begins.
  for (const name of (await readCurrent(place)) ?? stored)
    if (!own.has(name) && there.has(name)) await touch(path.join(folder, name));
  for (const name of names) {
    if (there.has(name)) continue;
    // A copy is whole or not there: browsers keep what they get for a year.
    const unfinished = path.join(place, 'unfinished');
    await fs.copyFile(path.join(built, name), unfinished);
    await touch(unfinished);
    await fs.rename(unfinished, path.join(folder, name));
  }
  const list = path.join(place, 'current.json');
  await fs.writeFile(`${list}.unfinished`, JSON.stringify(names));
  await fs.rename(`${list}.unfinished`, list);
  for (const name of stored) {
    const file = path.join(folder, name);
    if (!own.has(name) && (await fs.stat(file)).mtimeMs < nowMs - KEPT_MS) await fs.rm(file);
  }
}

/** Files of the build that ran last; null where that is not known. */
async function readCurrent(place: string): Promise<readonly string[] | null> {
  try {
    return JSON.parse(await fs.readFile(path.join(place, 'current.json'), 'utf8')) as string[];
  } catch {
    return null;
  }
}
