import fs from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { plannedOf } from '#shared/operator/system/rules-backups.ts';
import { syncFolder } from '../layout.ts';
import type { BackupPlace } from './place.ts';

/** What a backup is called until it is whole, as `makeBackup` does, and while it is removed. */
const UNFINISHED = '.unfinished-';

/** Backups in a folder of this machine. */
export function folderPlace(folder: string): BackupPlace {
  const names = async (): Promise<string[]> => (fs.existsSync(folder) ? readdir(folder) : []);
  return {
    async list() {
      const whole = (await names()).filter((name) => plannedOf(name) !== null);
      return Promise.all(whole.map(async (name) => ({ name, bytes: await sizeOf(path.join(folder, name)) })));
    },
    async store(name, make) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await make(path.join(folder, name));
    },
    async remove(name) {
      const removed = path.join(folder, `${name}${UNFINISHED}removed`);
      await rename(path.join(folder, name), removed);
      syncFolder(folder);
      await rm(removed, { recursive: true });
    },
    async removeUnfinished() {
      for (const name of await names()) {
        const [begun = ''] = name.split(UNFINISHED, 1);
        if (name !== begun && plannedOf(begun) !== null)
          await rm(path.join(folder, name), { recursive: true, force: true });
      }
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const probe = path.join(folder, `.talkback-doctor-${process.pid}`);
      fs.writeFileSync(probe, '');
      await rm(probe);
      const { bavail, bsize } = await statfs(folder);
      return { freeBytes: bavail * bsize };
    },
  };
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  return bytes;
}
