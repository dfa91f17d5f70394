import { startTestPostgres } from '../server/db/embedded/testing.ts';
import { benchExplore } from './explore.ts';

const server = await startTestPostgres();
try {
  await benchExplore(server.url);
} finally {
  await server.stop();
}
