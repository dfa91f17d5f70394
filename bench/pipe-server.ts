/** Reference of uploads: Node's server piping each body to a file, with fsync. Argument: the folder. */
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const [folder = ''] = process.argv.slice(2);
const server = createServer((request, response) => {
  void (async () => {
    const name = path.join(folder, randomUUID());
    const file = await open(name, 'w');
    await pipeline(request, file.createWriteStream({ flush: true }));
    await rm(name);
    response.end();
  })();
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
