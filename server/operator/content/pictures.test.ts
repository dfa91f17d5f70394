import sharp from 'sharp';
import { expect } from 'vitest';
import type { Problem } from '#shared/lib/problem.ts';
import * as contract from '#shared/operator/content/contract-pictures.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { halves } from '#test/rooms/pictures.ts';
import { test as base } from '#test/api/test.ts';
import * as content from '../../content/service.ts';

const HOST = { host: 'localhost:4002', origin: 'http://localhost:4002' };
type Answer = { readonly src: string } & Problem;

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend('add', { scope: 'file' }, ({ app, operator }) => async (bytes: Buffer | null) => {
    const form = new FormData();
    if (bytes !== null) form.append('picture', new File([new Uint8Array(bytes)], 'band.png'));
    const sent = new Response(form);
    const answer = await app.http.inject({
      method: 'POST',
      url: contract.addPicture.path,
      headers: { ...HOST, cookie: operator.cookie, 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    return { ...answer.json<Answer>(), status: answer.statusCode };
  })
  .extend('listed', { scope: 'file' }, ({ app, operator }) => async () => {
    const { body } = await app.call(contract.listPictures, {}, operator);
    return body.pictures;
  })
  .extend('remove', { scope: 'file' }, ({ app, operator }) => async (src: string) => {
    const file = src.slice(src.lastIndexOf('/') + 1);
    const { status, problem } = await app.call(contract.removePicture, { params: { file } }, operator);
    return status === 200 ? status : `${status} ${problem?.code}: ${problem?.detail}`;
  });

test('a picture is added, seen with what shows it, and removed once nothing does', async ({
  app,
  operator,
  add,
  listed,
  remove,
}) => {
  const { status, src } = await add(await (await halves()).png().toBuffer());
  expect(status).toBe(200);
  expect(await listed()).toEqual([{ src, width: 640, height: 400, shown_by: [] }]);
  const shown = await app.http.inject({ method: 'GET', url: src, headers: { host: 'localhost:4000' } });
  expect((await sharp(shown.rawPayload).metadata()).format, 'drawn anew').toBe('webp');

  const [first, ...others] = await content.announcements({ db: app.db });
  const images = { big: { src, width: 640, height: 400 }, medium: null, small_mobile: null };
  const announcements = [{ ...first, images }, ...others];
  expect(await content.writeDocument(app.ctx(), 'announcements', { announcements })).toMatchObject({
    ok: true,
  });
  expect(await listed()).toMatchObject([{ shown_by: [first?.id] }]);
  expect(await remove(src)).toBe(`409 in_use: The announcement "${first?.id}" shows ${src}.`);
  await content.resetDocument(app.ctx(), 'announcements');
  expect(await remove(src)).toBe(200);
  expect(await remove(src)).toMatch(/^404 not_found/);
  expect(await listed()).toEqual([]);
  const id = src.slice(src.lastIndexOf('/') + 1, -'.webp'.length);
  const entries = await auditOf(app.db, 'picture', id);
  expect(entries.map(({ what, operator_id }) => [what, operator_id])).toEqual([
    ['picture.added', operator.id],
    ['picture.removed', operator.id],
  ]);
});

test('each file that is refused is refused for its reason', async ({ add, listed }) => {
  expect(await add(null)).toMatchObject({ status: 422, code: 'no_file' });
  expect(await add(Buffer.from('GIF89a'))).toMatchObject({ status: 422, code: 'bad_image' });
  expect(await add(Buffer.alloc(5 * 1024 ** 2 + 1))).toMatchObject({
    status: 422,
    code: 'too_large',
    detail: 'This file is larger than 5 MB.',
  });
  expect(await listed()).toEqual([]);
});
