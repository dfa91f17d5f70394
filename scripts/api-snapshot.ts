/** `npm run api:snapshot [-- --released]`: writes docs/api anew (docs/contributing.md#what-breaks-an-old-tab). */
import { callsToday } from './api/today.ts';
import { compare, readDeclared, readSnapshot, writeDeclared, writeSnapshot } from './api/snapshot.ts';

const today = await callsToday();
const { undeclared, next } = compare(readSnapshot(), today, readDeclared());
if (process.argv[2] === '--released') {
  if (undeclared.length > 0) {
    console.error('There are breaking differences that are not declared; the tests name them.');
    process.exit(1);
  }
  writeSnapshot(today);
  writeDeclared([]);
} else {
  writeSnapshot(next);
  for (const { path, what } of undeclared)
    console.log(`Not written, for it breaks old tabs: ${path} ${what}`);
}
process.exit(0);
