import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPorts, type Ports } from './ports.ts';
import { freePort } from '../lib/free-port.ts';

let doors: Ports;
let port: number;
beforeAll(async () => {
  port = await freePort();
  doors = await openPorts({ host: '127.0.0.1', port }, 1);
  doors.serve((_request, response) => response.end('served'));
});
afterAll(() => doors.close(0));

function say(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.on('data', (bytes) => (heard += bytes.toString()));
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });
}

test.each([
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost localhost\r\n\r\n', 400, 'malformed'],
  ['no HTTP at all', '\u0016\u0003\u0001 hello\r\n\r\n', 400, 'malformed'],
  ['an address of 20,000 characters', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n`, 431, 'too_long'],
])('what cannot be read is answered with a problem document: %s', async (_name, text, status, code) => {
  const [head = '', body = ''] = (await say(text)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('Content-Type: application/problem+json; charset=utf-8');
  expect(JSON.parse(body)).toMatchObject({ status, code, title: expect.not.stringMatching(/^Error$/) });
});

test('what can be read goes to whoever serves', async () => {
  expect(await say('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(/served\r?\n?/);
});
