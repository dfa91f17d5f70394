import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import { MAX_FILE_BYTES, PART_BYTES, partCount, partLength } from '#shared/files/rules.ts';
import { test } from '#test/rooms/files.ts';
import { makeMultipartApi } from '#test/rooms/parts.ts';

const MB = 1_000_000;
const SIZE = 300 * MB;

test('300 MB in parts: every byte is right, and memory does not grow with the file', async ({
  app,
  filesApi,
  client,
  session,
}) => {
  const parts = makeMultipartApi({ api: app, filesApi, client });
  const { id } = await session();
  const block = randomBytes(PART_BYTES);
  const key = await parts.announce(id, SIZE, client);
  const uploadId = await parts.begin(id, key, client);
  const etags: string[] = [];
  let sum = 0;
  let [before, most] = [0, 0];
  for (let partNumber = 1; partNumber <= partCount(SIZE); partNumber += 1) {
    const part = block.subarray(0, partLength(SIZE, partNumber));
    const sent = await parts.send(id, key, { method: 'PUT', uploadId, partNumber }, client, part);
    expect(sent.status).toBe(200);
    etags.push(String(sent.headers.etag));
    sum = crc32(part, sum);
    const { rss } = process.memoryUsage();
    // The first parts warm up both ends: the sender is in this process too.
    if (partNumber <= 3) before = Math.max(before, rss);
    most = Math.max(most, rss);
  }
  expect((await parts.complete(id, key, uploadId, etags, client)).status).toBe(200);
  expect((await filesApi.report(id, client)).status).toBe(200);
  expect(await app.ctx().storage.head(key)).toMatchObject({ size: SIZE, crc32: sum });
  expect(most - before).toBeLessThan(128 * MB);
  const { body } = await filesApi.link(id, 'take.wav', client);
  const range = `bytes=${PART_BYTES - 5}-${PART_BYTES + 4}`;
  const across = await filesApi.send(body.downloadUrl, { headers: { range } });
  expect(across.body).toEqual(Buffer.concat([block.subarray(-5), block.subarray(0, 5)]));
});

test('5 GiB may come; one byte more is refused at the link, and at storage before any of it was sent', async ({
  filesApi,
  client,
  session,
}) => {
  const { id } = await session();
  const ask = (fileSize: number) => filesApi.links(id, [{ fileName: 'a.wav', fileSize }], client);
  expect((await ask(MAX_FILE_BYTES)).status).toBe(200);
  expect((await ask(MAX_FILE_BYTES + 1)).problem).toMatchObject({
    status: 413,
    code: 'too_large',
    detail: 'Error: Some files were larger than 5 GiB',
  });
  const { body } = await filesApi.links(id, [{ fileName: 'size not told.wav' }], client);
  const status = await new Promise((answered, failed) => {
    const asked = filesApi.open(body.urls[0]?.url ?? '', {
      method: 'PUT',
      headers: { 'content-length': MAX_FILE_BYTES + 1 },
    });
    asked.on('response', (response) => {
      answered(response.statusCode);
      asked.destroy();
    });
    asked.on('error', failed);
    asked.flushHeaders();
  });
  expect(status).toBe(400);
});
