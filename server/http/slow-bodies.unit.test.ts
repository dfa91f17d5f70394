import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test as base } from 'vitest';
import { endSlowBodies } from './slow-bodies.ts';

const test = base
  .extend('port', { scope: 'file' }, async ({}, { onCleanup }) => {
    const app = Fastify();
    onCleanup(() => app.close());
    endSlowBodies(app, 200);
    app.post('/call', () => ({ ok: true }));
    app.post('/storage/*', { config: { http: { slowBody: true } } }, () => ({ ok: true }));
    const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    return Number(address.port);
  })
  .extend('begin', { scope: 'file' }, ({ port }) => async (path: string, type: string, sent: string) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a.test\r\nContent-Type: ${type}\r\nContent-Length: 10\r\n\r\n${sent}`,
    );
    return { socket, answer: () => answer };
  });

test.for([
  ['that is waited for', 'application/json', ''],
  ['that was refused before it came', 'text/none', '415'],
] as const)('a body %s and does not come is cut off', async ([, type, status], { begin }) => {
  const { socket, answer } = await begin('/call', type, '{');
  await once(socket, 'close');
  expect(answer()).toContain(status);
});

test('one that comes in time is answered, and its connection goes on', async ({ begin }) => {
  const { socket, answer } = await begin('/call', 'application/json', '{"a": 1');
  socket.write(' }');
  socket.write(' ');
  await expect.poll(answer).toContain('200 OK');
  // Longer than a body may take: the timer must not hit the next request on the connection.
  const { socket: slow } = await begin('/call', 'application/json', '{');
  await once(slow, 'close');
  socket.write('POST /call HTTP/1.1\r\nHost: a.test\r\n\r\n');
  await expect.poll(() => answer().split('200 OK').length).toBe(3);
  socket.destroy();
});

test('storage takes as long as it takes', async ({ begin }) => {
  const { socket: file } = await begin('/storage/a', 'application/json', '{');
  const { socket: call } = await begin('/call', 'application/json', '{');
  await once(call, 'close');
  expect(file.destroyed).toBe(false);
  file.destroy();
});
