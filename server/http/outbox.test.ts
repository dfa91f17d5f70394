import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { DEV_TOKEN, testApp } from '#test/api/app.ts';
import { deliver } from '../mail/send/gateway.ts';
import { test as base } from '#test/api/test.ts';

const evil = '<script>alert(1)</script>"\'&';

const idsOf = (html: string) =>
  [...html.matchAll(/href="\/dev\/outbox\/([^"/?]+-[\da-f]{32})"/g)].map(([, id]) => id);

const test = base.extend(
  'get',
  { scope: 'file' },
  ({ app }) =>
    (url: string, headers: Record<string, string> = {}) =>
      app.http.inject({
        url,
        headers: { host: 'localhost:4000', cookie: `talkback_dev=${DEV_TOKEN}`, ...headers },
      }),
);

test.beforeAll(async ({ app }) => {
  const { settings } = app.ctx();
  const at = Temporal.Instant.from('2026-11-21T12:00:00Z');
  const text = `Hello ${evil}\nhttp://localhost:4000/enter?link=abc&next=/x\n`;
  await deliver(settings, { key: 'first', to: 'a@test.test', subject: 'First', text, at });
  const later = at.add({ minutes: 1 });
  await deliver(settings, { key: 'second', to: 'b@test.test', subject: `Grüße 🎵 ${evil}`, text, at: later });
  await fs.writeFile(path.join(settings.dataDir, 'outbox', 'secret.eml'), 'Subject: not ours\r\n\r\n');
});

describe('/dev/outbox', () => {
  test('lists what was kept, newest first, decoded and escaped, on every front', async ({ get }) => {
    for (const port of [4000, 4001, 4002]) {
      const { statusCode, body, headers } = await get('/dev/outbox', { host: `localhost:${port}` });
      expect(statusCode).toBe(200);
      expect(idsOf(body)).toEqual([expect.stringContaining('T120100Z'), expect.stringContaining('T120000Z')]);
      expect(body).toContain('Grüße 🎵 &lt;script&gt;');
      expect(body).not.toContain('<script');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test('decodes a listed mail once, and again when its file is written anew', async ({ app, get }) => {
    const [id] = idsOf((await get('/dev/outbox')).body);
    const file = path.join(app.ctx().settings.dataDir, 'outbox', `${id}.eml`);
    const [text, { mtime }] = [await fs.readFile(file, 'utf8'), await fs.stat(file)];
    await fs.writeFile(file, 'To: other@test.test\r\nSubject: Anew\r\n\r\n');
    await fs.utimes(file, mtime, mtime);
    const { mtime: earlier } = await fs.stat(file);
    await get('/dev/outbox');
    await fs.writeFile(file, text);
    await fs.utimes(file, earlier, earlier);
    expect((await get('/dev/outbox')).body).toContain('Anew');

    const later = new Date(mtime.getTime() + 1000);
    await fs.utimes(file, later, later);
    const { body } = await get('/dev/outbox');
    expect(body).toContain('Grüße');
    expect(body).not.toContain('Anew');
  });

  test('shows one mail with its text, whose links can be followed, and every header', async ({ get }) => {
    const [, id] = idsOf((await get('/dev/outbox')).body);
    const { body } = await get(`/dev/outbox/${id}`);
    expect(body).toContain('<a href="http://localhost:4000/enter?link=abc&amp;next=/x">');
    expect(body).toContain('<dd>a@test.test</dd>');
    expect(body).toContain('Message-ID');
    expect(body).not.toContain('<script');
    const file = await get(`/dev/outbox/${id}/file`);
    expect(file.headers['content-type']).toBe('application/octet-stream');
    expect(file.body).toContain('\r\nFrom: Talkback <');
  });

  test('knows no file but its own', async ({ get }) => {
    for (const id of ['secret', '..%2f..%2fsecrets', `2026-11-21T120000Z-${'0'.repeat(32)}`])
      expect((await get(`/dev/outbox/${id}`)).statusCode).toBe(404);
    const [id] = idsOf((await get('/dev/outbox')).body);
    for (const rest of ['html', 'files/0', 'files/x'])
      expect((await get(`/dev/outbox/${id}/${rest}`)).statusCode).toBe(404);
  });
});

test('/dev/outbox is absent with SMTP_URL, also for who has the token', async () => {
  const other = await testApp(undefined, { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  const headers = { host: 'localhost:4000', cookie: `talkback_dev=${DEV_TOKEN}` };
  for (const url of ['/dev/outbox', '/dev/outbox/style.css'])
    expect((await other.http.inject({ url, headers })).statusCode).toBe(404);
  await other.close();
});
