import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Front } from '../../shared/lib/wire.ts';
import { COMMON_PROBLEMS } from '../../shared/lib/problem.ts';
import { answerError, sendProblem } from './errors.ts';
import { servePages } from './pages.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'talkback-pages-'));
  await mkdir(path.join(folder, 'assets'));
  for (const front of ['studio', 'partners', 'operator'])
    await writeFile(path.join(folder, `${front}.html`), `<title>${front}</title>`);
  await writeFile(path.join(folder, 'assets/main-1a2b.js'), 'main()');
  await writeFile(path.join(folder, 'icon.svg'), '<svg/>');
  await writeFile(path.join(folder, 'secret.json'), '{}');
  app = Fastify();
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not_found', COMMON_PROBLEMS.not_found));
  app.addHook('onRequest', async (request) => {
    const front = request.host.split('.')[0] as Front;
    request.reached = { front, origin: `http://${front}.test` };
  });
  await servePages(app, { kind: 'built', folder });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, front: Front = 'studio') => app.inject({ url, headers: { host: `${front}.test` } });

test('every path of a front is its page, which no cache keeps unasked', async () => {
  for (const front of ['studio', 'partners', 'operator'] as const) {
    for (const url of ['/', '/explore', '/sessions/100001/messages?a=1', '/caf%C3%A9', '//', '//:0/x']) {
      const answer = await get(url, front);
      expect([url, answer.statusCode, answer.body]).toEqual([url, 200, `<title>${front}</title>`]);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  }
});

test('what the pages need is kept for a year when its name says its content, the rest for an hour', async () => {
  const main = await get('/assets/main-1a2b.js');
  expect([main.statusCode, main.body]).toEqual([200, 'main()']);
  expect(main.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const icon = await get('/icon.svg');
  expect([icon.statusCode, icon.body]).toEqual([200, '<svg/>']);
  expect(icon.headers['cache-control']).toBe('public, max-age=3600');
});

test.each([
  '/api/nothing',
  '/%61pi/nothing',
  '/content/nothing',
  '/storage/x',
  '/assets/gone.js',
  '/assets/..%2fsecret.json',
  '/nothing.svg',
])('%s is no page: 404, a problem document', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
});
