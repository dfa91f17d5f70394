import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { controlCaching } from './cache.ts';
import { compressResponses, acceptsGzip } from './compress.ts';

const LONG = { words: Array.from({ length: 500 }, (_, n) => `word ${n}`) };

async function ask(url: string, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') {
  const http = Fastify();
  controlCaching(http);
  compressResponses(http);
  http.get('/long', async () => LONG);
  http.post('/long', async () => LONG);
  http.get('/short', async () => ({ ok: true }));
  http.get('/content/long', { config: { http: { cache: 'revalidate' } } }, async () => LONG);
  http.get('/page', async (_request, reply) => reply.type('text/html').send('<p>page</p>'.repeat(500)));
  const answer = await http.inject({ method, url, headers });
  await http.close();
  return answer;
}
const gzip = { 'accept-encoding': 'gzip, deflate, br' };

describe('an answer', () => {
  test('that is long comes compressed to whom takes it, and says that it depends on that', async () => {
    const { headers, rawPayload } = await ask('/long', gzip);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(LONG);
  });

  test('comes as it is to everyone else', async () => {
    const { headers, body } = await ask('/long', {});
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).toBe('accept-encoding');
    expect(JSON.parse(body)).toEqual(LONG);
  });

  test.each([
    ['that is short', '/short', 'GET'],
    ['to a POST', '/long', 'POST'],
    ['that is a page', '/page', 'GET'],
  ] as const)('%s stays as it is', async (_, url, method) => {
    expect((await ask(url, gzip, method)).headers['content-encoding']).toBeUndefined();
  });

  test('that has a tag has a weak one, and is not sent twice', async () => {
    const first = await ask('/content/long', gzip);
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await ask('/content/long', { ...gzip, 'if-none-match': tag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

test.each([
  [undefined, false],
  ['gzip', true],
  ['br, GZIP;q=0.8', true],
  ['*', true],
  ['*, gzip;q=0', false],
  ['gzip;q=0.0', false],
  ['br', false],
  ['identity', false],
])('gzip is taken by %s: %s', (header, takes) => {
  expect(acceptsGzip(header)).toBe(takes);
});
