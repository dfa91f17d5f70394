import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { AVATAR_MAX_BYTES } from '#shared/me/rules-avatar.ts';
import { getMe } from '#shared/me/contract.ts';
import type { Problem } from '#shared/lib/problem.ts';
import { portOf } from '#test/api/app.ts';
import type { TestPerson } from '#test/api/people.ts';
import { greyPng, halves, svgOf } from '#test/rooms/pictures.ts';
import { test as base } from '#test/api/test.ts';

const WRONG =
  'Sorry, that format is not allowed. You can upload images <5MB and of .png, .jpg, .jpeg, .webp and .svg format.';
const HOST = { host: 'localhost:4000', origin: 'http://localhost:4000' };

interface Part {
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly bytes: Buffer;
}

function formOf(parts: readonly Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'a-line-between';
  const bodies = parts.map(({ name = 'avatar', filename = 'me.png', type = 'image/png', bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...bodies.flat(), Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

const test = base
  .extend('png', { scope: 'file' }, async () => (await halves()).png().toBuffer())
  .extend(
    'send',
    { scope: 'file' },
    ({ app }) =>
      async (
        form: { payload: Buffer; headers: Record<string, string> },
        as: TestPerson | null,
        more: Record<string, string> = {},
      ) => {
        const cookie = as === null ? {} : { cookie: as.cookie };
        const headers = { ...HOST, ...form.headers, ...cookie, ...more };
        const answer = await app.http.inject({
          method: 'POST',
          url: '/api/users/avatar',
          headers,
          payload: form.payload,
        });
        const document = answer.json<{ avatar: string } & Problem>();
        return {
          status: answer.statusCode,
          avatar: document.avatar,
          problem: document,
          headers: answer.headers,
        };
      },
  )
  .extend(
    'upload',
    { scope: 'file' },
    ({ send }) =>
      (bytes: Buffer, as: TestPerson | null, part: Omit<Part, 'bytes'> = {}) =>
        send(formOf([{ ...part, bytes }]), as),
  )
  .extend(
    'show',
    { scope: 'file' },
    ({ app }) =>
      (url: string) =>
        app.http.inject({ method: 'GET', url, headers: { host: HOST.host } }),
  )
  .extend(
    'kept',
    { scope: 'file' },
    ({ app }) =>
      (person: TestPerson) =>
        app.db.selectFrom('avatars').select(['id', 'webp']).where('person_id', '=', person.id).execute(),
  )
  .extend(
    'avatarOf',
    { scope: 'file' },
    ({ app }) =>
      async (person: TestPerson) =>
        (await app.call(getMe, {}, person)).body.user.avatar,
  );

describe('POST /api/users/avatar', () => {
  test('a picture is re-encoded, belongs to the person, and replaces the one before', async ({
    app,
    png,
    upload,
    show,
    kept,
    avatarOf,
  }) => {
    const person = await app.people.make('client');
    const first = await upload(png, person);
    expect(first.status).toBe(200);
    expect(first.avatar).toMatch(/^\/api\/users\/avatars\/[0-9a-f-]{36}\.webp$/);
    expect(await avatarOf(person)).toBe(first.avatar);
    const shown = await show(first.avatar);
    expect(shown.statusCode).toBe(200);
    const { format, width, height } = await sharp(shown.rawPayload).metadata();
    expect([format, width, height]).toEqual(['webp', 512, 512]);
    const second = await upload(await (await halves()).jpeg().toBuffer(), person, { filename: 'b.jpg' });
    expect(second.avatar).not.toBe(first.avatar);
    expect((await show(first.avatar)).statusCode).toBe(404);
    expect(await avatarOf(person)).toBe(second.avatar);
    expect(await kept(person)).toHaveLength(1);
  });

  test.for(['partner', 'managed', 'operator'] as const)(
    'a %s has one too',
    async (role, { app, png, kept }) => {
      const person = await app.people.make(role);
      const sent = await app.http.inject({
        method: 'POST',
        url: '/api/users/avatar',
        headers: {
          ...formOf([]).headers,
          cookie: person.cookie,
          host: { partners: 'localhost:4001', operator: 'localhost:4002', studio: 'localhost:4000' }[
            person.front
          ],
        },
        payload: formOf([{ bytes: png }]).payload,
      });
      expect(sent.statusCode).toBe(200);
      expect(await kept(person)).toHaveLength(1);
    },
  );

  test('of several at once one stays, and it is the one that is shown', async ({
    app,
    png,
    upload,
    kept,
    avatarOf,
  }) => {
    const person = await app.people.make('client');
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(png, person)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [only, ...others] = await kept(person);
    expect(others).toEqual([]);
    expect(await avatarOf(person)).toBe(`/api/users/avatars/${only?.id}.webp`);
  });

  test('a script in a drawing is not in what is shown', async ({ app, upload, show }) => {
    const person = await app.people.make('client');
    const svg = svgOf('<script>alert(1)</script><rect width="24" height="24" fill="red" onload="alert(1)"/>');
    const { status, avatar } = await upload(svg, person, { filename: 'me.svg', type: 'image/svg+xml' });
    expect(status).toBe(200);
    const shown = await show(avatar);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(/script|alert|svg/.test(shown.rawPayload.toString('latin1'))).toBe(false);
  });

  test.for([
    ['HTML named png', () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['a file that is cut off', (png: Buffer) => png.subarray(0, png.length - 100)],
    ['50,000 × 50,000 pixels', () => greyPng(50_000, 50_000, 2000)],
    [
      '5 MB and one byte',
      (png: Buffer) => Buffer.concat([png, Buffer.alloc(AVATAR_MAX_BYTES + 1 - png.length)]),
    ],
    ['8 MB', (png: Buffer) => Buffer.concat([png, Buffer.alloc(8 * 1024 ** 2)])],
    ['nothing', () => Buffer.alloc(0)],
  ] as const)(
    '%s: the text of the requirement, and the picture stays as it was',
    async ([, bytes], { app, png, upload, kept, avatarOf }) => {
      const person = await app.people.make('client');
      const { avatar } = await upload(png, person);
      const { status, problem } = await upload(bytes(png), person);
      expect([status, problem.code, problem.detail]).toEqual([422, 'bad_image', WRONG]);
      expect(await avatarOf(person)).toBe(avatar);
      expect(await kept(person)).toHaveLength(1);
    },
  );

  test('exactly 5 MB will do', async ({ app, png, upload }) => {
    const whole = Buffer.concat([png, Buffer.alloc(AVATAR_MAX_BYTES - png.length)]);
    expect((await upload(whole, await app.people.make('client'))).status).toBe(200);
  });

  test('the form must be one, with one file, in its field', async ({ app, png, send, kept }) => {
    const person = await app.people.make('client');
    const ask = async (form: Parameters<typeof send>[0]) => {
      const { status, problem } = await send(form, person);
      return [status, problem.code];
    };
    const two = formOf([{ bytes: png }, { bytes: png }]);
    const whole = formOf([{ bytes: png }]);
    expect(await ask(formOf([{ bytes: png, name: 'picture' }]))).toEqual([422, 'bad_image']);
    expect(await ask(two)).toEqual([422, 'bad_image']);
    expect(await ask(formOf([]))).toEqual([422, 'bad_image']);
    expect(await ask({ ...whole, payload: whole.payload.subarray(0, 400) })).toEqual([422, 'bad_image']);
    expect(await ask({ ...whole, headers: { 'content-type': 'multipart/form-data' } })).toEqual([
      422,
      'bad_image',
    ]);
    expect(
      await ask({ payload: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }),
    ).toEqual([422, 'bad_image']);
    expect(await ask({ payload: png, headers: { 'content-type': 'image/png' } })).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(await kept(person)).toEqual([]);
  });

  test('nobody is 401, another site 403; no other call reads forms; other methods are 405', async ({
    app,
    png,
    send,
    upload,
  }) => {
    const person = await app.people.make('client');
    expect((await upload(png, null)).problem.code).toBe('not_signed_in');
    const foreign = await send(formOf([{ bytes: png }]), person, { origin: 'https://elsewhere.test' });
    expect(foreign.problem.code).toBe('cross_site');
    const elsewhere = await app.http.inject({
      method: 'POST',
      url: '/api/users/login',
      headers: { ...HOST, ...formOf([]).headers },
      payload: formOf([{ bytes: png }]).payload,
    });
    expect(elsewhere.statusCode).toBe(415);
    const put = await app.http.inject({ method: 'PUT', url: '/api/users/avatar', headers: HOST });
    expect([put.statusCode, put.headers.allow]).toEqual([405, 'POST']);
  });

  test('the 21st within ten minutes is 429, before anything is read', async ({ app, png, send, upload }) => {
    const person = await app.people.make('client');
    for (let n = 0; n < 20; n += 1) expect((await send(formOf([]), person)).status).toBe(422);
    const { status, headers } = await upload(png, person);
    expect([status, headers['retry-after']]).toEqual([429, '600']);
    app.clock.add({ minutes: 10, seconds: 1 });
    expect((await upload(png, person)).status).toBe(200);
  });
});

test('an upload far above the limit over a real connection leaves memory as it was', async ({ app, png }) => {
  const port = await portOf(app);
  const person = await app.people.make('client');
  const { headers } = formOf([]);
  const before = process.memoryUsage.rss();
  let most = before;
  function* body() {
    yield formOf([{ bytes: png }]).payload.subarray(0, 400);
    for (let sent = 0; sent < 120; sent += 1) {
      most = Math.max(most, process.memoryUsage.rss());
      yield Buffer.alloc(1024 ** 2);
    }
  }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = request({
      port,
      method: 'POST',
      path: '/api/users/avatar',
      headers: { ...HOST, ...headers, cookie: person.cookie },
    });
    sending.once('response', resolve).once('error', reject);
    Readable.from(body()).pipe(sending);
  });
  expect(answer.statusCode).toBe(422);
  expect(((await json(answer)) as Problem).detail).toBe(WRONG);
  expect(most - before).toBeLessThan(100 * 1024 ** 2);
});

describe('GET /api/users/avatars/:file', () => {
  test.for(['none.webp', '01900000-0000-7000-8000-000000000000.webp', '..%2F..%2Fetc%2Fpasswd', 'x'])(
    '%s is 404',
    async (file, { show }) => {
      const { statusCode, headers } = await show(`/api/users/avatars/${file}`);
      expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
    },
  );
});
