import { expect } from 'vitest';
import type { Front } from '#shared/lib/wire.ts';
import { ENDPOINTS } from '#server/start/rooms.ts';
import { DEMO_DATA_DIR } from '#test/browser/demo-folder.ts';
import { WorkerStudio } from '#test/browser/worker-studio.ts';
import { madeDemo } from '#test/made-demo.ts';
import { test as base } from './test.ts';
import { attackPages } from './wapiti.ts';

const PAGES: Readonly<Record<Front, readonly string[]>> = {
  studio: [
    '/login?next=/sessions',
    '/signup?ref=a',
    '/reset-password',
    '/password/validate/a',
    '/enter?ticket=a',
    '/unsubscribe?token=a&group=files',
    '/faq',
    '/terms',
    '/privacy',
    '/explore?q=a',
    '/sessions',
    '/sessions/1',
    '/profile?modal=plans',
    '/thank-you?kind=a',
    '/musicians/joao-silva',
  ],
  partners: ['/login', '/sessions', '/profile', '/calendar'],
  operator: [
    '/login',
    '/',
    '/people?q=a',
    '/people/rewards',
    '/people/import',
    '/musicians?q=a',
    '/musicians/payouts',
    '/sessions',
    '/audit-log?q=a',
    '/figures',
    '/documents',
    '/flags',
    '/pictures',
    '/services',
    '/coupons',
    '/prices',
    '/system/mails?to=a',
    '/system/queues',
    '/system/webhooks',
    '/second-factor',
  ],
};

const test = base.extend('studio', { scope: 'file' }, async ({}, { onCleanup }) => {
  const { dataDir, remove } = await madeDemo();
  process.env[DEMO_DATA_DIR] = dataDir;
  const studio = new WorkerStudio();
  onCleanup(async () => {
    await studio.close();
    remove();
  });
  await studio.start(true);
  return studio;
});

/** Calls without parameters that read, which the pages send. */
const READS = ENDPOINTS.filter(
  ({ endpoint }) =>
    endpoint.method === 'GET' && !endpoint.path.includes(':') && endpoint.stream !== 'text/event-stream',
).map(({ endpoint }) => endpoint.path);

test.for([
  ['nobody', 'studio', null],
  ['a client', 'studio', 'client@demo.test'],
  ['a musician', 'partners', 'partner@demo.test'],
  ['an operator', 'operator', 'operator@demo.test'],
] as const)('wapiti finds nothing as %s', async ([, front, email], { studio, folder }) => {
  const login = email === null ? null : await studio.signIn(email);
  const cookie = login === null ? null : `${login.name}=${login.value}`;
  const pages = [...PAGES[front], ...READS];
  expect(await attackPages(studio.server.origins[front], pages, cookie, folder)).toEqual([]);
});
