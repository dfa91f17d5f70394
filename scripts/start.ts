/** `npm start`: builds the client if its sources changed, then becomes the server. */
import { enableCompileCache } from 'node:module';
import { isLocked } from '#server/start/lock.ts';
import { readSettings } from '#server/start/settings.ts';
import { buildClient } from './build-client.ts';

enableCompileCache('node_modules/.cache/node');
if (mayStart() && !(await buildClient())) {
  console.error('Talkback cannot start. The screens could not be built; the reason is above.');
  process.exit(1);
}
await import('#server/start/main.ts');

/** A start that will be refused must not replace the running Talkback's screens. */
function mayStart(): boolean {
  try {
    return !isLocked(readSettings(process.env).dataDir);
  } catch {
    return false;
  }
}
