import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test as base } from 'vitest';
import { openPorts } from './ports.ts';
import { freePort } from '../lib/free-port.ts';

const test = base
  .extend('port', { scope: 'file' }, async ({}, { onCleanup }) => {
    const port = await freePort();
    const ports = await openPorts({ host: '127.0.0.1', port }, 1);
    onCleanup(() => ports.close(0));
    ports.serve((_request, response) => response.end('served'));
    return port;
  })
  /** Sends text to the port; returns all that comes until the connection closes. */
  .extend(
    'send',
    { scope: 'file' },
    ({ port }) =>
      (text: string) =>
        new Promise<string>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => socket.write(text));
          let received = '';
          socket.on('data', (bytes) => (received += bytes.toString()));
          socket.on('close', () => resolve(received));
          socket.on('error', reject);
        }),
  );

test.for([
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost localhost\r\n\r\n', 400, 'malformed'],
  ['no HTTP at all', '\u0016\u0003\u0001 hello\r\n\r\n', 400, 'malformed'],
  ['an address of 20,000 characters', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n`, 431, 'too_long'],
] as const)(
  'what cannot be read is answered with a problem document: %s',
  async ([, text, status, code], { send }) => {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('Content-Type: application/problem+json; charset=utf-8');
    expect(JSON.parse(body)).toMatchObject({ status, code, title: expect.not.stringMatching(/^Error$/) });
  },
);

test('what can be read goes to whoever serves', async ({ send }) => {
  expect(await send('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(
    /served\r?\n?/,
  );
});

test('drained, it serves what comes on an open connection, closes that, and takes no other', async ({
  onTestFinished,
}) => {
  const port = await freePort();
  const ports = await openPorts({ host: '127.0.0.1', port }, 1);
  onTestFinished(() => ports.close(0));
  ports.serve((_request, response) => response.end('served'));
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (bytes) => (received += bytes.toString()));
  const closed = once(socket, 'close');
  const ask = (): boolean => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  ask();
  await expect.poll(() => received).toMatch(/connection: keep-alive[^]*served/i);
  received = '';

  const drained = ports.drain(60_000);
  ask();
  await closed;
  expect(received).toMatch(/connection: close[^]*served/i);
  await drained;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});
