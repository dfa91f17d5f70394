/** `npm run build`: builds client and server if their sources changed. */
import { buildClient } from './build-client.ts';
import { buildServer } from './build-server.ts';

const built = await Promise.all([buildClient(), buildServer()]);
if (!built.every(Boolean)) {
  console.error('Talkback could not be built; the reason is above.');
  process.exit(1);
}
process.exit(0);
