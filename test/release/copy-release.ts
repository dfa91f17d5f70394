import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIGRATIONS = 'server/db/migrations';
const ENTRIES = [
  'server',
  'shared',
  'demo',
  'sandbox',
  'dist/client',
  'dist/server',
  'scripts',
  'package.json',
];

/** Makes another release in `folder`: this one's code at a place of its own, with more migrations. */
export function copyRelease(folder: string, migrations: Readonly<Record<string, string>> = {}): string {
  for (const entry of ENTRIES)
    if (fs.existsSync(path.join(ROOT, entry)))
      fs.cpSync(path.join(ROOT, entry), path.join(folder, entry), { recursive: true });
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(migrations))
    fs.writeFileSync(path.join(folder, MIGRATIONS, name), text);
  return folder;
}
