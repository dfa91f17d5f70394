import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { describe, expect, test as base } from 'vitest';
import type { Front } from '#shared/lib/wire.ts';
import { COMMON_PROBLEMS } from '#shared/lib/problem.ts';
import { sendError, sendProblem } from './errors.ts';
import { servePages } from './pages.ts';

const SCREENS = [
  { front: 'studio', path: '^/login$', signedIn: false, files: ['assets/login-1.js'], frame: 'LOGIN' },
  {
    front: 'studio',
    path: '^/profile',
    signedIn: true,
    files: ['assets/shell-1.js', 'assets/list-1.js'],
    frame: 'SHELL',
  },
];
const THEME = "document.title = 'dark'";
const htmlOf = (front: string, links = ''): string =>
  `<head><title>${front}</title><script>${THEME}</script>${links}</head><div id="root"></div>`;
/** The first data of every screen. */
const DATA = ['/api/users/me', '/content/studio'].map(
  (address) => `<link rel="preload" as="fetch" crossorigin href="${address}">\n  `,
);
const pageOf = (front: string): string => htmlOf(front, DATA.join(''));

const test = base
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'talkback-pages-'));
    await mkdir(path.join(folder, 'assets'));
    for (const front of ['studio', 'partners', 'operator'])
      await writeFile(path.join(folder, `${front}.html`), htmlOf(front));
    await writeFile(path.join(folder, 'assets/main-1a2b.js'), 'main()');
    for (const coding of ['br', 'gz'])
      await writeFile(path.join(folder, `assets/main-1a2b.js.${coding}`), `main() in ${coding}`);
    await mkdir(path.join(folder, 'older'));
    for (const ending of ['', '.br', '.gz'])
      await writeFile(path.join(folder, `older/page-0f9e.js${ending}`), `page()${ending}`);
    await writeFile(path.join(folder, 'older/main-1a2b.js'), 'another main()');
    await writeFile(path.join(folder, 'screens.json'), JSON.stringify(SCREENS));
    await writeFile(path.join(folder, 'icon.svg'), '<svg/>');
    await writeFile(path.join(folder, 'secret.json'), '{}');
    onCleanup(() => rm(folder, { recursive: true }));
    return folder;
  })
  .extend('app', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
    const app = Fastify();
    await app.register(cookie);
    app.setErrorHandler(sendError);
    app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not_found', COMMON_PROBLEMS.not_found));
    app.addHook('onRequest', async (request, reply) => {
      reply.header(
        'content-security-policy',
        "script-src 'self' https://a.test;style-src 'self' 'unsafe-inline';frame-src 'none';frame-ancestors 'none'",
      );
      const front = request.host.split('.')[0] as Front;
      request.reached = { front, origin: `http://${front}.test` };
    });
    await servePages(
      app,
      { kind: 'built', folder, older: path.join(folder, 'older') },
      async (_request, pathname) => {
        if (pathname === '/gone') return 'missing';
        if (pathname !== '/drummer') return null;
        const words = { title: 'Rafa', description: 'Tight & dry', image: null };
        return { ...words, site: 'Studio', url: 'http://studio.test/drummer' };
      },
    );
    onCleanup(() => app.close());
    return app;
  })
  .extend(
    'get',
    { scope: 'file' },
    ({ app }) =>
      (url: string, front: Front = 'studio', headers: Record<string, string> = {}) =>
        app.inject({ url, headers: { host: `${front}.test`, ...headers } }),
  );

test('every path of a front is its page, which no cache keeps unasked', async ({ get }) => {
  for (const front of ['studio', 'partners', 'operator'] as const) {
    for (const url of ['/', '/explore', '/sessions/100001/messages?a=1', '/caf%C3%A9', '//', '//:0/x']) {
      const answer = await get(url, front);
      expect([url, answer.statusCode, answer.body]).toEqual([url, 200, pageOf(front)]);
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

const YEAR = 'public, max-age=31536000, immutable';

test.for([
  ['/assets/page-0f9e.js', '', 200, 'page()', YEAR],
  ['/assets/page-0f9e.js', 'br, gzip', 200, 'page().br', YEAR],
  ['/assets/page-0f9e.js', 'gzip', 200, 'page().gz', YEAR],
  ['/assets/main-1a2b.js', '', 200, 'main()', YEAR],
  ['/assets/gone-1a2b.js', 'br', 404, expect.stringContaining('not_found'), 'no-store'],
] as const)(
  'of this build or one before: %s with "%s" is %i',
  async ([url, coding, ...expected], { get }) => {
    const { statusCode, body, headers } = await get(url, 'studio', { 'accept-encoding': coding });
    expect([statusCode, body, headers['cache-control']]).toEqual(expected);
  },
);

test.for(['/login.bak', '/login~', '/.login.swp', '/.git/config.old', '/backup.tar.gz'])(
  '%s is a file that is not there: 404 with the page',
  async (url, { get }) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([404, pageOf('studio')]);
  },
);

test('a page that is about something says so in its head, and one about nothing is 404', async ({ get }) => {
  const about = await get('/drummer');
  expect(about.statusCode).toBe(200);
  expect(about.body).toMatch(/^<head><title>Rafa<\/title>/);
  expect(about.body).toContain('<meta name="description" content="Tight &amp; dry" />');
  const gone = await get('/gone');
  expect([gone.statusCode, gone.body]).toEqual([404, pageOf('studio')]);
});

const scriptsOf = (page: string) => [
  ...page.matchAll(/<link rel="modulepreload" fetchpriority="low" crossorigin href="(.*?)">/g),
];

describe('scripts that a screen will load', () => {
  const login = { cookie: 'talkback_studio=secret' };

  test('are announced in its page, to whom has a login; to others those of the login', async ({ get }) => {
    const known = await get('/profile/referral', 'studio', login);
    expect(scriptsOf(known.body).map(([, file]) => file)).toEqual([
      '/assets/shell-1.js',
      '/assets/list-1.js',
    ]);
    const stranger = await get('/profile/referral');
    expect(scriptsOf(stranger.body).map(([, file]) => file)).toEqual(['/assets/login-1.js']);
    expect(stranger.headers['vary']).toBe('accept-encoding, cookie');
  });

  test('are unknown where no screen is, or of another front', async ({ get }) => {
    expect(scriptsOf((await get('/terms', 'studio', login)).body)).toEqual([]);
    expect(scriptsOf((await get('/profile', 'partners', login)).body)).toEqual([]);
  });
});

test.for([
  ['/profile', 'talkback_studio=secret', 'SHELL'],
  ['/profile', '', 'LOGIN'],
  ['/login', 'talkback_studio=secret', 'LOGIN'],
  ['/terms', 'talkback_studio=secret', ''],
] as const)('%s with the cookie "%s" first paints %s', async ([url, cookie, frame], { get }) => {
  const page = await get(url, 'studio', { cookie });
  expect(page.body).toContain(`</head>${frame}<div id="root">`);
  expect(page.headers['vary']).toBe('accept-encoding, cookie');
});

test('the script inside a page is allowed by its hash, and no style is', async ({ get }) => {
  const { headers } = await get('/', 'partners');
  const hash = createHash('sha256').update(THEME).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `script-src 'self' 'sha256-${hash}' https://a.test;style-src 'self' 'unsafe-inline';frame-src 'none';frame-ancestors 'none'`,
  );
});

test.for([
  [undefined, undefined, 'main()'],
  ['br, gzip', 'br', 'main() in br'],
  ['gzip', 'gzip', 'main() in gz'],
  ['br;q=0, gzip', 'gzip', 'main() in gz'],
  ['identity', undefined, 'main()'],
  ['br;q=0, gzip;q=0', undefined, 'main()'],
] as const)('%s: an asset comes as %s', async ([accepted, coding, body], { get }) => {
  const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const answer = await get('/assets/main-1a2b.js', 'studio', headers);
  expect([answer.headers['content-encoding'], answer.body]).toEqual([coding, body]);
  expect(answer.headers['vary']).toBe('accept-encoding');
  expect(answer.headers['content-type']).toMatch(/\/javascript/);
});

test.for([
  ['br, gzip', 'br'],
  ['gzip, br;q=0.5', 'gzip'],
  ['gzip;q=0, *', 'br'],
  ['identity', undefined],
  ['br;q=0', undefined],
] as const)('%s: a page comes as %s', async ([accepted, coding], { get }) => {
  const { headers, rawPayload } = await get('/terms', 'studio', { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(coding);
  const read =
    coding === 'br' ? brotliDecompressSync : coding === 'gzip' ? gunzipSync : (bytes: Buffer) => bytes;
  expect(read(rawPayload).toString()).toContain('<title>studio</title>');
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

test.for([
  ['operator', '/documents/terms', "frame-src 'self';frame-ancestors 'none'"],
  ['operator', '/documents/terms/preview', "frame-src 'self';frame-ancestors 'self'"],
  ['operator', '/documents/terms/preview/more', "frame-src 'self';frame-ancestors 'none'"],
  ['studio', '/documents/terms/preview', "frame-src 'none';frame-ancestors 'none'"],
] as const)('%s%s frames, and is framed: %s', async ([front, url, framing], { get }) => {
  expect((await get(url, front)).headers['content-security-policy']).toMatch(new RegExp(`${framing}$`));
});
