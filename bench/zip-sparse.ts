import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { combineCrc32 } from '#server/storage/disk/crc32.ts';
import { MAX_FILE_BYTES } from '#shared/files/rules.ts';
import type { TestPerson } from '#test/api/people.ts';
import { arrived, drain, links, MIB, perSecond, put } from './bytes.ts';
import type { Inside } from './inside.ts';
import { memoryOf, type Running } from './harness.ts';

const AT_ONCE = 8;

/** Eight archives of 5 GiB at once: how much memory the server needs more. Its file is sparse, so the disk stays free. */
export async function benchSparse(
  inside: Inside,
  studio: Running,
  client: TestPerson,
  sessionId: number,
): Promise<void> {
  const [link = ''] = await links(studio.origin, client, sessionId, [MIB]);
  await put(link, MIB, {}, Buffer.alloc(MIB));
  await arrived(studio.origin, client, sessionId);
  await grow(inside, studio, sessionId);
  const url = `${studio.origin}/api/sessions/${sessionId}/archive/user`;
  const before = memoryOf(studio.pid).now;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(studio.pid).now)), 100);
  const begun = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, () => drain(url, { cookie: client.cookie })));
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watch);
  const rate = (AT_ONCE * MAX_FILE_BYTES) / MIB / seconds;
  console.log(
    `\nEight archives of 5 GiB at once: ${perSecond(rate)} in all; memory ${before.toFixed(0)} MiB before, ` +
      `at most ${(most - before).toFixed(0)} MiB more (aim 64)`,
  );
}

/** Makes a session's one file of zeros as long as a file may be, in its row, its record and on the disk. */
async function grow({ db }: Inside, { dataDir }: Running, sessionId: number): Promise<void> {
  const sum = sumOfZeros(MAX_FILE_BYTES);
  const { key } = await db
    .updateTable('files')
    .set({ size: MAX_FILE_BYTES, crc32: sum })
    .where('session_id', '=', sessionId)
    .returning('key')
    .executeTakeFirstOrThrow();
  const store = path.join(dataDir, 'files');
  const paths = fs.readdirSync(path.join(store, 'objects'), { recursive: true, withFileTypes: true });
  for (const found of paths.filter((one) => one.isFile())) {
    const file = path.join(found.parentPath, found.name);
    const record = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown> & {
      parts: { file: string }[];
    };
    if (record['key'] !== key) continue;
    const parts = record.parts.map((part) => ({ ...part, size: MAX_FILE_BYTES, crc32: sum }));
    for (const part of parts)
      fs.truncateSync(path.join(store, 'data', part.file.slice(0, 2), part.file), MAX_FILE_BYTES);
    fs.writeFileSync(file, JSON.stringify({ ...record, size: MAX_FILE_BYTES, crc32: sum, parts }));
  }
}

function sumOfZeros(bytes: number): number {
  const block = crc32(Buffer.alloc(MIB));
  let sum = 0;
  for (let at = 0; at < bytes; at += MIB) sum = combineCrc32(sum, block, MIB);
  return sum;
}
