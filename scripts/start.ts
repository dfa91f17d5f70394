/** `npm start`: builds the client if its sources changed, then becomes the server. */
import { enableCompileCache } from 'node:module';
import { isHeld } from '../server/lifecycle/lock.ts';
import { readSettings } from '../server/settings.ts';
import { buildClient } from './build-client.ts';

enableCompileCache('node_modules/.cache/node');
if (mayStart() && !(await buildClient())) {
  console.error('Talkback cannot start. The screens could not be built; the reason is above.');
  process.exit(1);
}
await import('../server/main.ts');

/** A start that will be refused must not take the screens from the Talkback that runs; the server says why. */
function mayStart(): boolean {
  try {
    return !isHeld(readSettings(process.env).dataDir);
  } catch {
    return false;
  }
}
