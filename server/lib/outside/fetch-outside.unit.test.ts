import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test as base } from 'vitest';
import { isPublicAddress } from './addresses.ts';
import { fetchOutside, outsideUrl } from './fetch-outside.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Options = Partial<Parameters<typeof fetchOutside>[1]>;

const MB = 1_000_000;
/** The text of a name that resolves to this machine, as attackers have them. */
const toLoopback = () => Promise.resolve([{ address: '127.0.0.1', family: 4 } as const]);

const sayHello: Answer = (_, response) => response.end('hello');

/** A server on this machine whose answer the test says, and what it was asked. */
const test = base.extend('outside', async ({}, { onCleanup }) => {
  let answer = sayHello;
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanup(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    port,
    answers: (next: Answer) => (answer = next),
    /** Reads an address of this server, by default with loopback allowed. */
    read: (address: string = `http://127.0.0.1:${port}/a.ics`, options: Options = {}) =>
      fetchOutside(address, {
        network: { resolve: toLoopback, anyPort: true, loopback: true },
        accept: 'text/calendar',
        etag: null,
        maxBytes: 5 * MB,
        timeoutMs: 10_000,
        ...options,
      }),
  };
});

const INSIDE = { network: { resolve: toLoopback, anyPort: true, loopback: false } };
const failed = (reason: string) => ({ ok: false, reason });

describe('an outside address', () => {
  test('is read as text, plain or gzip, and again only when it has changed', async ({ outside }) => {
    outside.answers((request, response) => {
      if (request.headers['if-none-match'] === '"2"') return response.writeHead(304).end();
      response.writeHead(200, { etag: '"2"', 'content-encoding': 'gzip' });
      return response.end(gzipSync('BEGIN:VCALENDAR ä'));
    });
    expect(await outside.read()).toEqual({ ok: true, value: { text: 'BEGIN:VCALENDAR ä', etag: '"2"' } });
    expect(await outside.read(undefined, { etag: '"2"' })).toEqual({ ok: true, value: null });
    outside.answers((_, response) => response.end('plain'));
    expect(await outside.read()).toEqual({ ok: true, value: { text: 'plain', etag: null } });
    const { headers } = outside.requests[0] ?? {};
    expect(headers).toMatchObject({ accept: 'text/calendar', host: `127.0.0.1:${outside.port}` });
    expect(headers).not.toHaveProperty('cookie');
  });

  test.for([
    [401, 'no_access'],
    [403, 'no_access'],
    [404, 'not_found'],
    [410, 'not_found'],
    [429, 'server_error'],
    [500, 'server_error'],
    [204, 'server_error'],
    [300, 'server_error'],
  ] as const)('that answers %i: %s', async ([status, reason], { outside }) => {
    outside.answers((_, response) => response.writeHead(status).end());
    expect(await outside.read()).toEqual(failed(reason));
  });

  test('that announces 10 GB, or sends without end, is left', async ({ outside }) => {
    outside.answers((_, response) => {
      response.writeHead(200, { 'content-length': 10_000 * MB }).write('BEGIN:VCALENDAR');
    });
    expect(await outside.read()).toEqual(failed('too_large'));
    outside.answers((_, response) => {
      const send = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(100_000, 'a')));
        response.once('drain', send);
      };
      send();
    });
    expect(await outside.read()).toEqual(failed('too_large'));
  });

  test('whose answer grows by unpacking is left; one that cannot be unpacked, too', async ({ outside }) => {
    const bomb = gzipSync(Buffer.alloc(50 * MB));
    expect(bomb.length).toBeLessThan(MB);
    outside.answers((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect(await outside.read()).toEqual(failed('too_large'));
    outside.answers((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'));
    expect(await outside.read()).toEqual(failed('unreachable'));
  });

  test('that never answers, or a byte at a time, or whose name is never found, is given up', async ({
    outside,
  }) => {
    const timeoutMs = 300;
    outside.answers(() => {});
    expect(await outside.read(undefined, { timeoutMs })).toEqual(failed('slow'));
    outside.answers((_, response) => {
      const timer = setInterval(() => response.write('B'), 10);
      response.on('close', () => clearInterval(timer));
    });
    expect(await outside.read(undefined, { timeoutMs })).toEqual(failed('slow'));
    const network = { ...INSIDE.network, resolve: () => new Promise<never>(() => {}) };
    expect(await outside.read('http://calendar.test/', { timeoutMs, network })).toEqual(failed('slow'));
  });

  test('that breaks off, or where nobody listens, is unreachable', async ({ outside }) => {
    outside.answers((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('BEGIN', () => response.destroy());
    });
    expect(await outside.read()).toEqual(failed('unreachable'));
    expect(await outside.read('http://127.0.0.1:1/')).toEqual(failed('unreachable'));
  });

  test('leads on three times at most, and never to a private address', async ({ outside }) => {
    const leadTo = (location: string) =>
      outside.answers((_, response) => response.writeHead(302, { location }).end());
    leadTo('/again');
    expect(await outside.read()).toEqual(failed('redirects'));
    expect(outside.requests.length).toBe(4);
    for (const inside of [
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://[fd00::1]/',
      'http://0xA000001/',
      '//192.168.1.1/a.ics',
    ]) {
      leadTo(inside);
      expect(await outside.read()).toEqual(failed('private_address'));
    }
    leadTo('file:///etc/passwd');
    expect(await outside.read()).toEqual(failed('bad_address'));
    outside.answers(({ url }, response) => {
      if (url === '/b.ics') response.end('there');
      else response.writeHead(301, { location: 'b.ics' }).end();
    });
    expect(await outside.read()).toEqual({ ok: true, value: { text: 'there', etag: null } });
  });

  test('whose name leads inside is refused without a connection; a name is looked up once', async ({
    outside,
  }) => {
    const address = `http://calendar.test:${outside.port}/`;
    expect(await outside.read(address, INSIDE)).toEqual(failed('private_address'));
    const mixed = { address: '8.8.8.8', family: 4 } as const;
    const resolve = async () => [mixed, ...(await toLoopback())];
    const network = { ...INSIDE.network, resolve };
    expect(await outside.read(address, { network })).toEqual(failed('private_address'));
    expect(
      await outside.read(address, { network: { ...network, resolve: () => Promise.resolve([]) } }),
    ).toEqual(failed('unknown_host'));
    for (const host of ['2130706433', '0x7f.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost.'])
      expect(await outside.read(`http://${host}:${outside.port}/`, INSIDE)).toEqual(
        failed('private_address'),
      );
    expect(outside.requests.length).toBe(0);

    let lookups = 0;
    const counted = {
      resolve: () => ((lookups += 1), toLoopback()),
      anyPort: true,
      loopback: true,
    };
    expect((await outside.read(address, { network: counted })).ok).toBe(true);
    expect([lookups, outside.requests[0]?.headers.host]).toEqual([1, `calendar.test:${outside.port}`]);
  });
});

test.for([
  ['webcal://p01.icloud.com/x', 'https://p01.icloud.com/x'],
  [' https://calendar.google.com/basic.ics#top ', 'https://calendar.google.com/basic.ics'],
  ['http://calendar.google.com/', 'not_secure'],
  ['https://calendar.google.com:8443/', 'bad_address'],
  ['https://me:secret@calendar.google.com/', 'bad_address'],
  ['ftp://calendar.google.com/', 'bad_address'],
  ['file:///etc/passwd', 'bad_address'],
  ['calendar', 'bad_address'],
] as const)('the address %s', ([address, expected]) => {
  const url = outsideUrl(address, { anyPort: false });
  expect(url.ok ? url.value.href : url.reason).toBe(expected);
});

test.for([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.32.0.1', true],
  ['2a00:1450:4001:81d::200e', true],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.0.1', false],
  ['127.8.0.1', false],
  ['0.0.0.0', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['192.0.0.192', false],
  ['198.18.0.1', false],
  ['203.0.113.7', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['::127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::1', false],
  ['100::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['3fff::1', false],
  ['5f00::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['2a00:1450::1%eth0', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['calendar.test', false],
  ['', false],
] as const)('is %s on the public Internet: %s', ([address, expected]) => {
  expect(isPublicAddress(address)).toBe(expected);
});
