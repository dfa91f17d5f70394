import { expect, test } from 'vitest';
import { readHead } from './head.ts';

const read = (...lines: string[]) => readHead(Buffer.from(`${lines.join('\r\n')}\r\n\r\nbody`, 'latin1'));

test('status, headers in small letters, lengths of head and body', () => {
  expect(
    read('HTTP/1.1 206 Partial Content', 'Content-Length: 12', 'ETag: "a"', 'X-Two: a', 'x-two:b '),
  ).toEqual({
    status: 206,
    headers: { 'content-length': '12', etag: '"a"', 'x-two': 'a, b' },
    headBytes: 83,
    bodyBytes: 12,
    keepsAlive: true,
  });
});

test('a connection that is to be closed is not asked again', () => {
  expect(read('HTTP/1.1 200 OK', 'Content-Length: 0', 'Connection: Close')).toMatchObject({
    keepsAlive: false,
  });
});

test.for([['HTTP/1.1 200 OK\r\nContent-Le'], ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\n'], ['']] as const)(
  'without its end it is partial: %j',
  ([text]) => {
    expect(readHead(Buffer.from(text))).toBe('partial');
  },
);

test.for([
  ['another status', ['HTTP/1.1 404 Not Found', 'Content-Length: 1']],
  ['a head before the head', ['HTTP/1.1 100 Continue']],
  ['another version', ['HTTP/1.0 200 OK', 'Content-Length: 1']],
  ['no status', ['HTTP/1.1 abc', 'Content-Length: 1']],
  ['no length', ['HTTP/1.1 200 OK']],
  ['a length that is no number', ['HTTP/1.1 200 OK', 'Content-Length: -1']],
  ['two lengths', ['HTTP/1.1 200 OK', 'Content-Length: 1', 'Content-Length: 1']],
  ['chunks', ['HTTP/1.1 200 OK', 'Content-Length: 1', 'Transfer-Encoding: chunked']],
  ['a folded line', ['HTTP/1.1 200 OK', 'X: a', ' b', 'Content-Length: 1']],
  ['a name with a space', ['HTTP/1.1 200 OK', 'Content-Length : 1']],
  ['a line without a name', ['HTTP/1.1 200 OK', 'Content-Length: 1', 'nothing']],
] as const)('%s is unusual', ([, lines]) => {
  expect(read(...lines)).toBe('unusual');
});
