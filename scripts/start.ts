/** `npm start`: builds the client if its sources changed, then becomes the server. */
import { enableCompileCache } from 'node:module';
import { buildClient } from './build-client.ts';

enableCompileCache('node_modules/.cache/node');
if (!(await buildClient())) {
  console.error('Talkback cannot start. The screens could not be built; the reason is above.');
  process.exit(1);
}
await import('../server/main.ts');
