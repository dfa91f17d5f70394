import fs from 'node:fs';
import { startEmbedded } from '#server/db/embedded/launcher.ts';
import { buildClient } from '../scripts/build-client.ts';
import { buildServer } from '../scripts/build-server.ts';
import { benchBooking } from './booking.ts';
import { benchExplore } from './explore.ts';
import { benchFar } from './far.ts';
import { scratch } from './harness.ts';
import { benchLive } from './live.ts';
import { benchConsole } from './console.ts';
import { benchConsoleLists } from './console-lists.ts';
import { benchLarge } from './large/large.ts';
import { benchPeople } from './people.ts';
import { benchRates } from './rates.ts';
import { benchRush } from './rush.ts';
import { benchScreens } from './screens.ts';
import { benchSessions } from './sessions.ts';
import { benchStart } from './start.ts';
import { benchUpload } from './upload.ts';
import { benchZipS3 } from './zip-s3.ts';
import { benchZip } from './zip.ts';

/** Every benchmark by its name: `npm run bench -- booking explore` runs some, without a name all. */
const BENCHMARKS: Readonly<Record<string, (server: string) => Promise<void>>> = {
  booking: benchBooking,
  rates: benchRates,
  far: benchFar,
  rush: benchRush,
  sessions: benchSessions,
  explore: benchExplore,
  people: benchPeople,
  console: benchConsole,
  'console-lists': benchConsoleLists,
  large: benchLarge,
  screens: benchScreens,
  live: benchLive,
  upload: benchUpload,
  zip: benchZip,
  'zip-s3': benchZipS3,
  start: benchStart,
};

const selected = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = selected.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown !== undefined) {
  console.error(`There is no benchmark '${unknown}'. There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(1);
}
// What people run is measured.
if (!(await buildClient()) || !(await buildServer())) process.exit(1);
const dataDir = scratch('postgres');
// Its server runs as another user where we are root.
fs.chmodSync(dataDir, 0o711);
const server = await startEmbedded({ dataDir });
try {
  for (const [name, bench] of Object.entries(BENCHMARKS))
    if (selected.length === 0 || selected.includes(name)) await bench(server.url);
} finally {
  await server.stop();
}
