import fs from 'node:fs';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { startTestPostgres } from '#test/api/embedded.ts';
import { combineCrc32 } from '#server/storage/disk/crc32.ts';
import { textOf } from '#server/storage/disk/xml.ts';
import { createStorage } from '#server/storage/gateway.ts';
import { systemClock } from '#server/lib/clock.ts';
import { signUpload, uploadLink } from '#shared/files/contract.ts';
import { MAX_FILE_BYTES, PART_BYTES, partCount, partLength } from '#shared/files/rules.ts';
import { MIB, put } from './bytes.ts';
import { bookSessions, makeInside } from './inside.ts';
import { end, memoryOf, startStudio } from './harness.ts';

const SIZE = Number(process.env['SIZE_MIB'] ?? MAX_FILE_BYTES / MIB) * MIB;
/** Maximum growth of the server's memory in MiB. */
const MOST_GROWTH = 64;
const BLOCK = Buffer.alloc(MIB, 'a song of five gibibytes ');

/** Sends the largest file by the SDK and by signed parts; checks memory, bytes, and the refusal of one byte more. */
async function measure(postgres: string): Promise<void> {
  const inside = await makeInside(postgres, 'large');
  const { client, ids } = await bookSessions(inside, 1);
  const session_id = ids[0] ?? 0;
  const studio = await startStudio(inside.url);
  const { origin } = studio;
  const call = async (to: { path: string }, body: object): Promise<Response> =>
    fetch(origin + to.path, {
      method: 'POST',
      headers: { origin, cookie: client.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ session_id, ...body }),
    });
  const announce = async (file: object): Promise<{ url: string; key: string }> => {
    const answer = await call(uploadLink, { files: [{ fileName: `${performance.now()}.wav`, ...file }] });
    const { urls } = (await answer.json()) as { urls: { url: string; key: string }[] };
    return urls[0] ?? { url: '', key: '' };
  };
  const secrets = JSON.parse(fs.readFileSync(path.join(studio.dataDir, 'secrets.json'), 'utf8')) as {
    storageKeyId: string;
    storageSecret: string;
  };
  const storage = createStorage({
    bucket: 'talkback',
    region: 'us-east-1',
    accessKeyId: secrets.storageKeyId,
    secretAccessKey: secrets.storageSecret,
    endpoint: `${origin}/storage`,
    publicEndpoint: null,
    now: () => systemClock.now(),
  });

  const byParts = async (): Promise<string> => {
    const { key } = await announce({ fileSize: SIZE });
    const sign = async (asked: object): Promise<string> =>
      ((await (await call(signUpload, { key, ...asked })).json()) as { url: string }).url;
    const begun = await fetch(await sign({ method: 'POST' }), { method: 'POST' });
    const uploadId = textOf(await begun.text(), 'UploadId') ?? '';
    for (let partNumber = 1; partNumber <= partCount(SIZE); partNumber += 1)
      await put(await sign({ method: 'PUT', uploadId, partNumber }), partLength(SIZE, partNumber), {}, BLOCK);
    const listed = await (await fetch(await sign({ method: 'GET', uploadId }))).text();
    const parts = [...listed.matchAll(/<ETag>(.*?)<\/ETag>/g)].map(
      ([etag], index) => `<Part><PartNumber>${index + 1}</PartNumber>${etag}</Part>`,
    );
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const done = await fetch(await sign({ method: 'POST', uploadId }), { method: 'POST', body });
    if (done.status !== 200) throw new Error(`not completed: ${done.status}`);
    return key;
  };
  const bySdk = async (): Promise<string> => {
    const blocks = Array.from({ length: SIZE / MIB }, () => BLOCK).values();
    await storage.put('large/by the SDK', Readable.from(blocks, { objectMode: false }), SIZE, 'audio/wav');
    return 'large/by the SDK';
  };

  let isRight = true;
  for (const [name, upload] of [
    ['by the SDK, one PUT', bySdk],
    [`by ${partCount(SIZE)} signed parts`, byParts],
  ] as const) {
    const before = memoryOf(studio.pid).now;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, memoryOf(studio.pid).now)), 100);
    const begun = performance.now();
    const key = await upload();
    const seconds = (performance.now() - begun) / 1000;
    clearInterval(watch);
    const stored = await storage.head(key);
    const isWhole = stored?.size === SIZE && stored.crc32 === sumOfBlocks();
    const growth = most - before;
    console.log(
      `  ${SIZE / MIB} MiB ${name}: ${(SIZE / MIB / seconds).toFixed(0)} MiB/s; memory ${before.toFixed(0)} MiB before, ` +
        `at most ${growth.toFixed(0)} MiB more (limit ${MOST_GROWTH}); every byte right: ${isWhole ? 'yes' : 'NO'}`,
    );
    isRight &&= isWhole && growth < MOST_GROWTH;
    await storage.delete([key]);
  }

  const refused = await call(uploadLink, { files: [{ fileName: 'a.wav', fileSize: MAX_FILE_BYTES + 1 }] });
  const { url } = await announce({});
  const atStore = await refusalOf(url, MAX_FILE_BYTES + 1);
  console.log(
    `  one byte more: ${refused.status} at the link, ${atStore} at storage before any of it was sent`,
  );
  isRight &&= refused.status === 413 && atStore.startsWith('400 EntityTooLarge');
  await end(studio.server.process);
  await inside.close();
  if (!isRight) process.exitCode = 1;
}

function sumOfBlocks(): number {
  const block = crc32(BLOCK);
  let part = 0;
  for (let at = 0; at < PART_BYTES; at += MIB) part = combineCrc32(part, block, MIB);
  let sum = 0;
  for (let number = 1; number <= partCount(SIZE); number += 1)
    sum = combineCrc32(sum, part, partLength(SIZE, number));
  return sum;
}

/** The response to a PUT that announces a size and sends nothing. */
async function refusalOf(url: string, length: number): Promise<string> {
  const call = request(url, { method: 'PUT', headers: { 'content-length': String(length) } });
  call.on('error', () => {});
  call.flushHeaders();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray()).toString();
  call.destroy();
  return `${response.statusCode} ${textOf(body, 'Code')}`;
}

const server = await startTestPostgres();
try {
  await measure(server.url);
} finally {
  await server.stop();
}
