import { expect } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { onThisMachine } from '#test/api/busy.ts';
import { song, test as base } from '#test/rooms/files.ts';
import { startTestStore } from '#test/rooms/disk-store.ts';

/** Maximum time to a response, in milliseconds. */
const PATIENCE_MS = 5000;

const test = base
  .extend('store', { scope: 'file' }, async ({}, { onCleanup }) => {
    const store = await startTestStore();
    onCleanup(() => store.close());
    return store;
  })
  .extend('options', { scope: 'file' }, ({ store }) => ({
    start: systemClock.now().toString(),
    env: {
      S3_BUCKET: store.identity.bucket,
      S3_ENDPOINT: `${store.origin}/storage`,
      S3_ACCESS_KEY_ID: store.identity.accessKeyId,
      S3_SECRET_ACCESS_KEY: store.identity.secretAccessKey,
    },
  }))
  /** Sends one file by its link, over the network as a browser does. */
  .extend(
    'send',
    { scope: 'file' },
    ({ filesApi, client }) =>
      async (id: number, fileName: string): Promise<void> => {
        const { bytes } = song(fileName);
        const { body } = await filesApi.links(id, [{ fileName, fileSize: bytes.length }], client);
        const put = { method: 'PUT', body: new Uint8Array(bytes) };
        expect((await fetch(body.urls[0]?.url ?? '', put)).status).toBe(200);
      },
  );

test('an S3 that answers nothing is a 503 with Retry-After within 5 s on every way to it, and comes back by itself', async ({
  app,
  filesApi,
  store,
  client,
  musician,
  session,
  send,
}) => {
  const { id } = await session();
  await send(id, 'first.wav');
  expect((await filesApi.report(id, client)).status).toBe(200);
  await app.queues.drain();
  await send(id, 'second.wav');
  const archive = `http://localhost:4001/api/sessions/${id}/archive/user`;

  const thaw = store.freeze();
  const begun = performance.now();
  const ready = app.http
    .inject({ url: '/readyz', headers: { host: 'localhost:4000' } })
    .then((answer) => ({ answer, ms: performance.now() - begun }));
  const answers = await Promise.all([
    filesApi.links(id, [{ fileName: 'third.wav', fileSize: 3 }], client),
    filesApi.report(id, client),
    filesApi.link(id, 'first.wav', musician.person),
    filesApi.send(archive, { as: musician.person }),
  ]);
  expect(performance.now() - begun).toBeLessThan(onThisMachine(PATIENCE_MS));
  expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
    answers.map(() => [503, '2']),
  );
  const { answer, ms } = await ready;
  expect([answer.statusCode, answer.json()]).toEqual([503, { ok: false, database: true, storage: false }]);
  expect(ms).toBeLessThan(onThisMachine(2000));

  thaw();
  expect((await filesApi.report(id, client)).status).toBe(200);
  expect(await filesApi.names(id, 'user', client)).toEqual(['first.wav', 'second.wav']);
  expect((await filesApi.link(id, 'first.wav', musician.person)).status).toBe(200);
});
