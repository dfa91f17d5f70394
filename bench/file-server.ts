/** Limit of archives: Node's server piping files of a folder to the socket, one after the other. Argument: the folder. */
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const [folder = ''] = process.argv.slice(2);
const files = readdirSync(folder).map((name) => path.join(folder, name));
const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
const server = createServer((_request, response) => {
  void (async () => {
    response.writeHead(200, { 'content-length': size }).setMaxListeners(0);
    for (const file of files)
      await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), response, { end: false });
    response.end();
  })();
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
