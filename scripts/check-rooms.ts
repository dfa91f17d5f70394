/** `npm run test:rooms`: checks the files against ARCHITECTURE.md. */
import fs from 'node:fs';
import path from 'node:path';
import { checkRooms } from './rooms/check.ts';
import { TREES } from './rooms/vocabulary.ts';

const sources = Object.keys(TREES).flatMap((tree) =>
  fs
    .readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.(tsx?|css|html)$/.test(entry.name) && !entry.parentPath.includes('public'),
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.split(path.sep).join('/'), text: fs.readFileSync(file, 'utf8') })),
);
const breaches = checkRooms(sources);
for (const breach of breaches) console.error(breach);
console.log(`${sources.length} files, ${breaches.length} out of place`);
process.exit(breaches.length > 0 || sources.length === 0 ? 1 : 0);
