import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test as base } from 'vitest';
import type { Front } from '#shared/lib/wire.ts';
import { COMMON_PROBLEMS } from '#shared/lib/problem.ts';
import { sendError, sendProblem } from './errors.ts';
import { servePages } from './pages.ts';

const test = base
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'talkback-pages-'));
    await mkdir(path.join(folder, 'assets'));
    for (const front of ['studio', 'partners', 'operator'])
      await writeFile(path.join(folder, `${front}.html`), `<title>${front}</title>`);
    await writeFile(path.join(folder, 'assets/main-1a2b.js'), 'main()');
    await writeFile(path.join(folder, 'icon.svg'), '<svg/>');
    await writeFile(path.join(folder, 'secret.json'), '{}');
    onCleanup(() => rm(folder, { recursive: true }));
    return folder;
  })
  .extend('app', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
    const app = Fastify();
    app.setErrorHandler(sendError);
    app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not_found', COMMON_PROBLEMS.not_found));
    app.addHook('onRequest', async (request) => {
      const front = request.host.split('.')[0] as Front;
      request.reached = { front, origin: `http://${front}.test` };
    });
    await servePages(app, { kind: 'built', folder }, async (_request, pathname) => {
      if (pathname === '/gone') return 'missing';
      if (pathname !== '/drummer') return null;
      const words = { title: 'Rafa', description: 'Tight & dry', image: null };
      return { ...words, site: 'Studio', url: 'http://studio.test/drummer' };
    });
    onCleanup(() => app.close());
    return app;
  })
  .extend(
    'get',
    { scope: 'file' },
    ({ app }) =>
      (url: string, front: Front = 'studio') =>
        app.inject({ url, headers: { host: `${front}.test` } }),
  );

test('every path of a front is its page, which no cache keeps unasked', async ({ get }) => {
  for (const front of ['studio', 'partners', 'operator'] as const) {
    for (const url of ['/', '/explore', '/sessions/100001/messages?a=1', '/caf%C3%A9', '//', '//:0/x']) {
      const answer = await get(url, front);
      expect([url, answer.statusCode, answer.body]).toEqual([url, 200, `<title>${front}</title>`]);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  }
});

test('what the pages need is kept for a year when its name says its content, the rest for an hour', async ({
  get,
}) => {
  const main = await get('/assets/main-1a2b.js');
  expect([main.statusCode, main.body]).toEqual([200, 'main()']);
  expect(main.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const icon = await get('/icon.svg');
  expect([icon.statusCode, icon.body]).toEqual([200, '<svg/>']);
  expect(icon.headers['cache-control']).toBe('public, max-age=3600');
});

test('a page that is about something says so in its head, and one about nothing is 404', async ({ get }) => {
  const about = await get('/drummer');
  expect(about.statusCode).toBe(200);
  expect(about.body).toMatch(/^<title>Rafa<\/title>/);
  expect(about.body).toContain('<meta name="description" content="Tight &amp; dry" />');
  const gone = await get('/gone');
  expect([gone.statusCode, gone.body]).toEqual([404, '<title>studio</title>']);
});

test.for([
  '/api/nothing',
  '/%61pi/nothing',
  '/content/nothing',
  '/storage/x',
  '/assets/gone.js',
  '/assets/..%2fsecret.json',
  '/nothing.svg',
])('%s is no page: 404, a problem document', async (url, { get }) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
});
