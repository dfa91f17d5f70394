import { describe, expect } from 'vitest';
import { DEV_TOKEN, testApp, type TestApp } from '#test/api/app.ts';
import { test as base } from '#test/api/test.ts';

const linkTo = (url: string): string => `${url}token=${DEV_TOKEN}`;

const test = base.extend(
  'get',
  { scope: 'file' },
  ({ app }) =>
    (url: string, headers: Record<string, string> = {}, on: TestApp = app) =>
      on.http.inject({ url, headers: { host: 'localhost:4000', ...headers }, remoteAddress: '127.0.0.1' }),
);

describe('pages below /dev', () => {
  test.for([
    ['a loopback name from a loopback address', {}],
    ['127.0.0.1', { host: '127.0.0.1:4000' }],
    ['a proxy that says so', { 'x-forwarded-for': '127.0.0.1' }],
    ['a cookie of another installation', { cookie: 'talkback_dev=another' }],
  ] as const)('are 404 without the token: %s', async ([, headers], { app, get }) => {
    for (const url of ['/dev/outbox', '/dev/outbox/style.css', '/dev/outbox/none', '/dev/nothing'])
      expect((await get(url, headers)).statusCode).toBe(404);
    const { statusCode, headers: sent } = await app.http.inject({
      method: 'POST',
      url: '/dev/outbox',
      headers: { host: 'localhost:4000', ...headers },
    });
    expect([statusCode, sent['allow']]).toEqual([404, undefined]);
  });

  test.for(['token=', `token=${DEV_TOKEN}x`, `token=${DEV_TOKEN}&token=${DEV_TOKEN}`])(
    'are 404 with a wrong token, and set no cookie: %s',
    async (query, { get }) => {
      const { statusCode, headers } = await get(`/dev/outbox?${query}`);
      expect([statusCode, headers['set-cookie']]).toEqual([404, undefined]);
    },
  );

  test('the token sets a cookie for these pages and leads to the same address without it', async ({
    get,
  }) => {
    const { statusCode, headers } = await get(linkTo('/dev/outbox?page=1&'));
    expect([statusCode, headers['location']]).toEqual([302, '/dev/outbox?page=1']);
    expect(headers['set-cookie']).toBe(
      `talkback_dev=${DEV_TOKEN}; Max-Age=2592000; Path=/dev; HttpOnly; SameSite=Strict`,
    );
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    expect((await get('/dev/outbox?page=1', { cookie })).statusCode).toBe(200);
  });

  test('the token leads nowhere but to this origin', async ({ get }) => {
    const { statusCode, headers } = await get(linkTo('/dev/outbox//evil.test/..%2f?'));
    expect(statusCode).toBe(404);
    expect(headers['location']).toBeUndefined();
  });

  test('a public studio without SMTP has the same door, with a cookie for https only', async ({ get }) => {
    const other = await testApp(undefined, { env: { STUDIO_URL: 'https://studio.example' } });
    const host = 'studio.example';
    expect((await get('/dev/outbox', { host }, other)).statusCode).toBe(404);
    const { statusCode, headers } = await get(linkTo('/dev/outbox?'), { host }, other);
    expect(statusCode).toBe(302);
    expect(headers['set-cookie']).toContain('; Secure; SameSite=Strict');
    await other.close();
  });
});
