/** `npm run build`: builds the client if its sources changed. */
import { buildClient } from './build-client.ts';

if (!(await buildClient())) {
  console.error('The screens could not be built; the reason is above.');
  process.exit(1);
}
process.exit(0);
