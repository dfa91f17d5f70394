/** An S3 of its own process: our store on disk behind a port. Argument: the folder. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { systemClock } from '#server/lib/clock.ts';
import { splitUrl } from '#server/storage/disk/sigv4.ts';
import { createDiskStore } from '#server/storage/disk/store.ts';
import { MAX_FILE_BYTES } from '#shared/files/rules.ts';
import { S3_KEYS } from './s3.ts';

const [dir = ''] = process.argv.slice(2);
const disk = await createDiskStore({
  ...S3_KEYS,
  dir,
  maxObjectBytes: MAX_FILE_BYTES,
  log: pino({ level: 'silent' }),
  now: () => systemClock.now(),
});
const server = createServer((request, response) => {
  void disk.handle(request, response, splitUrl(request.url ?? '/')[0]);
});
server.requestTimeout = 0;
// Callers end idle connections. Ended here, one could end under a request that a busy caller just sends.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
