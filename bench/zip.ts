import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { randomFillSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { arrived, drain, links, MIB, perSecond, put } from './bytes.ts';
import { bookSessions, makeInside } from './inside.ts';
import { alternate, end, median, memoryOf, scratch, startStudio, printResult } from './harness.ts';

const FILES = 16;
const EACH = (Number(process.env['SIZE_MIB'] ?? 2048) * MIB) / FILES;

/** An archive of 2 GiB over HTTP, beside `tar` and `zip -0` of the same bytes into a pipe. */
export async function benchZip(server: string): Promise<void> {
  const inside = await makeInside(server, 'zip');
  const { client, ids } = await bookSessions(inside, 1);
  const studio = await startStudio(inside.url);
  const sessionId = ids[0] ?? 0;
  const sizes = Array.from({ length: FILES }, () => EACH);
  for (const link of await links(studio.origin, client, sessionId, sizes))
    await put(link, EACH, { 'content-type': 'application/octet-stream' });
  await arrived(studio.origin, client, sessionId);
  const folder = scratch('tar');
  const block = Buffer.alloc(MIB);
  for (let n = 0; n < FILES; n += 1) {
    const file = fs.openSync(path.join(folder, `Track ${n}.wav`), 'w');
    for (let written = 0; written < EACH; written += MIB) fs.writeSync(file, randomFillSync(block));
    fs.closeSync(file);
  }

  const firsts: number[] = [];
  const url = `${studio.origin}/api/sessions/${sessionId}/archive/user`;
  const before = memoryOf(studio.pid).now;
  const hasZip = spawnSync('zip', ['-v']).status === 0;
  const middle = await alternate({
    ours: async () => {
      const { rate, first } = await drain(url, { cookie: client.cookie });
      firsts.push(first);
      return rate;
    },
    tar: () => pipeRate('tar', ['cf', '-', '-C', folder, '.']),
    ...(hasZip ? { zip: () => pipeRate('zip', ['-0', '-q', '-r', '-', '.'], folder) } : {}),
  });
  console.log(`\nArchive of ${FILES} files, ${(FILES * EACH) / MIB} MiB in all`);
  const ours = middle('ours');
  const tar = middle('tar');
  printResult('tar into a pipe', perSecond(ours), perSecond(tar), ours / tar, '0.8');
  if (hasZip) {
    const zip = middle('zip');
    printResult('zip -0 into a pipe', perSecond(ours), perSecond(zip), ours / zip, '3');
  } else console.log('  zip is not installed');
  console.log(
    `  first byte after ${median(firsts).toFixed(1)} ms (aim 20); memory ${before.toFixed(0)} MiB before, ${memoryOf(studio.pid).peak.toFixed(0)} MiB at most`,
  );
  await end(studio.server.process);
  await inside.close();
}

/** MiB per second that a program writes into a pipe. */
async function pipeRate(program: string, args: readonly string[], cwd?: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(program, [...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
  });
  await once(child.stdout, 'end');
  return size / MIB / ((performance.now() - begun) / 1000);
}
