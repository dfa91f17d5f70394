import { getContentDocument } from '#shared/operator/content/contract-content.ts';
import { expect } from 'vitest';
import { getPicture } from '#shared/content/contract-pictures.ts';
import { readDocument } from './documents/write.ts';
import { addPicture } from './pictures/store.ts';
import * as content from './service.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/api/test.ts';

const BYTES = Buffer.from('as it was drawn');
const test = base
  .extend('ctx', { scope: 'file' }, ({ app }) => () => ({ db: app.db, now: app.clock.now() }))
  .extend(
    'add',
    { scope: 'file' },
    ({ ctx }) =>
      () =>
        addPicture(ctx(), { webp: BYTES, width: 960, height: 240 }),
  )
  .extend(
    'raw',
    { scope: 'file' },
    ({ app }) =>
      (url: string) =>
        app.http.inject({ method: 'GET', url, headers: { host: 'localhost:4000' } }),
  )
  /** The announcements, of which the first shows this picture. */
  .extend('showing', { scope: 'file' }, ({ app }) => async (picture: object | null) => {
    const [first, ...others] = await content.announcements({ db: app.db });
    const images = { big: picture, medium: null, small_mobile: null };
    return { announcements: [{ ...first, images }, ...others] };
  });

test('a picture that was added is shown to everybody, for ever, and as nothing but a picture', async ({
  add,
  raw,
}) => {
  const picture = await add();
  expect(picture).toEqual({
    src: expect.stringMatching(/^\/content\/pictures\/[\da-f-]{36}\.webp$/),
    width: 960,
    height: 240,
  });
  const answer = await raw(picture.src);
  expect([answer.statusCode, answer.rawPayload.equals(BYTES)]).toEqual([200, true]);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

test.for([
  'none.webp',
  '0199aaaa-0000-7000-8000-000000000000.webp',
  '0199aaaa-0000-7000-8000-000000000000.png',
  '..%2Fpages%2Fterms',
])('there is no picture %s', async (file, { app }) => {
  const { status } = await app.call(getPicture, { params: { file } });
  expect(status).toBe(404);
});

test('an announcement shows one that is here; one that is not is named, and nothing is written', async ({
  app,
  ctx,
  add,
  showing,
}) => {
  const picture = await add();
  expect(await content.writeDocument(ctx(), 'announcements', await showing(picture))).toMatchObject({
    ok: true,
  });
  const gone = picture.src.replace(/.{12}\.webp$/, '000000000000.webp');
  const wrong = {
    field: 'announcements.0.images.big.src',
    message: `There is no picture ${gone}. Add it first.`,
  };
  const value = await showing({ ...picture, src: gone });
  expect(await content.writeDocument(ctx(), 'announcements', value)).toMatchObject({ errors: [wrong] });
  const files = [
    { file: 'announcements.json', text: JSON.stringify(value) },
    { file: 'faqs.json', text: '{"faqs":[]}' },
  ];
  expect(await content.importDocuments(ctx(), files)).toMatchObject({
    reason: 'invalid',
    errors: [{ ...wrong, field: `announcements.json: ${wrong.field}` }],
  });
  expect((await content.announcements({ db: app.db }))[0]?.images.big).toEqual(picture);
  expect(await readDocument(ctx(), 'faqs')).not.toMatchObject({ value: { faqs: [] } });
});

test('one that is shown stays; one that is not can be taken away', async ({
  app,
  ctx,
  add,
  raw,
  showing,
}) => {
  const picture = await add();
  await content.writeDocument(ctx(), 'announcements', await showing(picture));
  const [{ id } = { id: '' }] = await content.announcements({ db: app.db });
  expect(await content.listPictures(ctx())).toContainEqual({ ...picture, shownBy: [id] });
  const operator = await app.people.make('operator');
  const form = async (name: string) =>
    (await app.call(getContentDocument, { params: { name } }, operator)).body.pictures;
  expect(await form('announcements')).toContainEqual(picture);
  expect(await form('faqs')).toEqual([]);
  expect(await content.removePicture(ctx(), picture.src)).toMatchObject({
    reason: 'in_use',
    detail: `The announcement "${id}" shows ${picture.src}.`,
  });
  await content.writeDocument(ctx(), 'announcements', await showing(null));
  expect(await content.removePicture(ctx(), picture.src)).toMatchObject({ ok: true });
  expect(await content.removePicture(ctx(), picture.src)).toMatchObject({ reason: 'not_found' });
  expect((await raw(picture.src)).statusCode).toBe(404);
  const { width, height } = picture;
  const pictureId = picture.src.split('/').at(-1)?.replace('.webp', '') ?? '';
  expect(await auditOf(app.db, 'picture', pictureId)).toMatchObject([
    { what: 'picture.added', after: { width, height } },
    { what: 'picture.removed' },
  ]);
});
