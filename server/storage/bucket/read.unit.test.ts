import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import tls from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test as base } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { freeBytes } from '../../lib/free-bytes.ts';
import { LOCAL_CERTIFICATE, LOCAL_KEY } from '#test/rooms/local-certificate.ts';
import { createStorage } from '../gateway.ts';

const BYTES = randomBytes(3_000_001);
const PIN = { etag: 'right', version: null };
const STEPS = [1, 700, 5000, 16_384, 70_000, 300_000];

type Handle = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** What a service answers to a GET of the object: a range, or all. */
function head(request: http.IncomingMessage): {
  status: number;
  headers: http.OutgoingHttpHeaders;
  bytes: Buffer;
} {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const bytes = BYTES.subarray(Number(from), to === '' ? BYTES.length : Number(to) + 1);
  const headers = { etag: '"right"', 'content-length': bytes.length };
  if (request.headers.range === undefined) return { status: 200, headers, bytes };
  const range = `bytes ${from}-${Number(from) + bytes.length - 1}/${BYTES.length}`;
  return { status: 206, headers: { ...headers, 'content-range': range }, bytes };
}

const whole: Handle = (request, response) => {
  const { status, headers, bytes } = head(request);
  response.writeHead(status, headers).end(bytes);
};

/** In pieces of many lengths, some with a pause before them. */
const inPieces: Handle = (request, response) => {
  const { status, headers, bytes } = head(request);
  response.writeHead(status, headers);
  void (async () => {
    for (let at = 0, nr = 0; at < bytes.length; nr += 1) {
      const next = at + (STEPS[nr % STEPS.length] ?? 1);
      response.write(bytes.subarray(at, next));
      at = next;
      if (nr % 3 === 0) await wait(0);
    }
    response.end();
  })();
};

const test = base.extend('serve', async ({}, { onCleanup }) => {
  const servers: http.Server[] = [];
  onCleanup(() => {
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
  });
  return async (handle: Handle, secure = false) => {
    const connections = new Set<Socket>();
    const asked: string[] = [];
    const heard: Handle = (request, response) => {
      asked.push(`${request.headers.range ?? 'all'} ${request.headers['if-match'] ?? ''}`.trim());
      handle(request, response);
    };
    const server = secure
      ? https.createServer({ key: LOCAL_KEY, cert: LOCAL_CERTIFICATE }, heard)
      : http.createServer(heard);
    servers.push(server);
    server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => connections.add(socket));
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    const { port } = server.address() as AddressInfo;
    const storage = createStorage({
      bucket: 'b',
      region: 'us-east-1',
      accessKeyId: 'k',
      secretAccessKey: 's',
      endpoint: secure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
      publicEndpoint: null,
      now: () => systemClock.now(),
    });
    return { storage, connections, asked };
  };
});

/** Reads it whole as an archive does: each piece is freed once it was used, some later than others. */
async function readFreeing(source: Readable, slowly = false): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const piece of source as AsyncIterable<Buffer>) {
    read.push(Buffer.from(piece));
    if (slowly) await wait(1);
    freeBytes(piece);
  }
  return Buffer.concat(read);
}

test.for([
  ['at once', whole, false],
  ['in pieces of many lengths', inPieces, false],
  ['in pieces, over TLS', inPieces, true],
] as const)(
  'an object that comes %s is read byte by byte, by several at a time, and in ranges',
  async ([, handle, secure], { serve, onTestFinished }) => {
    const trusted = tls.getCACertificates('default');
    onTestFinished(() => tls.setDefaultCACertificates(trusted));
    tls.setDefaultCACertificates([...trusted, LOCAL_CERTIFICATE]);
    const { storage } = await serve(handle, secure);
    const readers = Array.from({ length: 6 }, async (_, nr) => {
      for (let round = 0; round < 3; round += 1)
        expect((await readFreeing(await storage.get('k'), nr % 2 === 0)).equals(BYTES)).toBe(true);
    });
    await Promise.all(readers);
    for (const [start, end] of [
      [0, 0],
      [100, 100_000],
      [2_999_000, 3_000_000],
    ] as const) {
      const part = await readFreeing(await storage.get('k', { range: { start, end }, pin: PIN }));
      expect(part.equals(BYTES.subarray(start, end + 1))).toBe(true);
    }
  },
);

test('objects that are read one after the other come over one connection', async ({ serve }) => {
  const { storage, connections } = await serve(whole);
  for (let nr = 0; nr < 5; nr += 1)
    expect((await readFreeing(await storage.get('k'))).equals(BYTES)).toBe(true);
  expect(connections.size).toBe(1);
});

test('a connection that the service has ended meanwhile is replaced', async ({ serve }) => {
  const { storage, connections } = await serve(whole);
  await readFreeing(await storage.get('k'));
  for (const socket of connections) socket.destroy();
  expect((await readFreeing(await storage.get('k'))).equals(BYTES)).toBe(true);
});

test("what has no length is read by Node's client", async ({ serve }) => {
  const { storage } = await serve((request, response) => {
    const { bytes } = head(request);
    response.writeHead(200, { etag: '"right"' });
    response.write(bytes.subarray(0, 100_000));
    response.end(bytes.subarray(100_000));
  });
  for (let nr = 0; nr < 3; nr += 1)
    expect((await readFreeing(await storage.get('k', { pin: PIN }))).equals(BYTES)).toBe(true);
});

test('a connection that breaks in the middle is replaced for the rest, of the same bytes', async ({
  serve,
}) => {
  let breaks = 2;
  const { storage, asked } = await serve((request, response) => {
    breaks -= 1;
    if (breaks < 0) return whole(request, response);
    const { status, headers, bytes } = head(request);
    response.writeHead(status, headers);
    return response.write(bytes.subarray(0, 500_000), () => response.socket?.end());
  });
  const range = { start: 7, end: 2_900_000 };
  const read = await readFreeing(await storage.get('k', { range, pin: PIN }));
  expect(read.equals(BYTES.subarray(7, 2_900_001))).toBe(true);
  expect(asked).toEqual([
    'bytes=7-2900000 "right"',
    'bytes=500007-2900000 "right"',
    'bytes=1000007-2900000 "right"',
  ]);
});

test('without a pin nobody can say that the rest is of the same bytes: it fails', async ({ serve }) => {
  const { storage, asked } = await serve((request, response) => {
    const { status, headers, bytes } = head(request);
    response.writeHead(status, headers);
    response.write(bytes.subarray(0, 500_000), () => response.socket?.destroy());
  });
  await expect(readFreeing(await storage.get('k'))).rejects.toThrow(/ECONNRESET|storage ended/);
  expect(asked).toEqual(['all']);
});

test.for([
  ['that ignores the range', { etag: '"right"' }, 200, 'another range'],
  ['whose object changed', { etag: '"wrong"' }, 200, 'object changed'],
  ['that refuses the condition', {}, 412, 'object changed'],
] as const)(
  'a service %s does not go on with other bytes',
  async ([, headers, status, message], { serve }) => {
    let asked = 0;
    const { storage } = await serve((request, response) => {
      asked += 1;
      if (asked > 1) return response.writeHead(status, headers).end(status === 200 ? BYTES : '');
      response.writeHead(200, head(request).headers);
      return response.write(BYTES.subarray(0, 500_000), () => response.socket?.destroy());
    });
    await expect(readFreeing(await storage.get('k', { pin: PIN }))).rejects.toThrow(message);
  },
);

test('more bytes than were told fail', async ({ serve }) => {
  const { storage } = await serve((_request, response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nETag: "right"\r\n\r\n');
    response.socket?.write(Buffer.alloc(100_000));
  });
  await expect((async () => readFreeing(await storage.get('k')))()).rejects.toThrow('storage ended');
});

test('a reader who goes away ends the connection', async ({ serve }) => {
  const { storage, connections } = await serve(inPieces);
  const body = await storage.get('k');
  body.on('error', () => {}).destroy();
  await expect.poll(() => [...connections].map(({ destroyed }) => destroyed)).toEqual([true]);
});
