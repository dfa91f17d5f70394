/** `npm start`: builds client and server if their sources changed, then becomes the server. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isLocked } from '#server/start/lock.ts';
import { readSettings } from '#server/start/settings.ts';
import { buildClient } from './build-client.ts';
import { BUILT_SERVER, buildServer } from './build-server.ts';

enableCompileCache('node_modules/.cache/node');
// Packages leave out what is for development only.
process.env['NODE_ENV'] ??= 'production';
// A start that will be refused must not replace the running Talkback's screens: it says so from its sources.
if (mayStart()) {
  const built = await Promise.all([buildClient(), buildServer()]);
  if (!built.every(Boolean)) {
    console.error('Talkback cannot start. It could not be built; the reason is above.');
    process.exit(1);
  }
  await import(pathToFileURL(path.resolve(BUILT_SERVER)).href);
} else await import('#server/start/main.ts');

function mayStart(): boolean {
  try {
    return !isLocked(readSettings(process.env).dataDir);
  } catch {
    return false;
  }
}
