import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { randomFillSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { TestPerson } from '#test/api/people.ts';
import { arrived, drain, links, MIB, perSecond, put } from './bytes.ts';
import { bookSessions, makeInside } from './inside.ts';
import {
  alternate,
  end,
  median,
  memoryOf,
  printResult,
  scratch,
  startProgram,
  startStudio,
  type Running,
} from './harness.ts';
import { benchSparse } from './zip-sparse.ts';

export const FILES = 16;
export const EACH = (Number(process.env['SIZE_MIB'] ?? 2048) * MIB) / FILES;

/** Archives over HTTP: beside `tar`, `zip -0` and a bare pipe, and eight large ones at once. */
export async function benchZip(server: string): Promise<void> {
  const inside = await makeInside(server, 'zip');
  const { client, ids } = await bookSessions(inside, 2);
  const [local = 0, sparse = 0] = ids;
  const studio = await startStudio(inside.url);
  await fill(studio, client, local);
  await benchLocal(studio, client, local);
  await benchSparse(inside, studio, client, sparse);
  await end(studio.server.process);
  await inside.close();
}

/** Sends the files of an archive. */
export async function fill({ origin }: Running, client: TestPerson, sessionId: number): Promise<string[]> {
  const urls = await links(
    origin,
    client,
    sessionId,
    Array.from({ length: FILES }, () => EACH),
  );
  for (const url of urls) await put(url, EACH, { 'content-type': 'application/octet-stream' });
  await arrived(origin, client, sessionId);
  return urls;
}

export const archiveOf = ({ origin }: Running, sessionId: number): string =>
  `${origin}/api/sessions/${sessionId}/archive/user`;

async function benchLocal(studio: Running, client: TestPerson, sessionId: number): Promise<void> {
  const folder = scratch('tar');
  const block = Buffer.alloc(MIB);
  for (let n = 0; n < FILES; n += 1) {
    const file = fs.openSync(path.join(folder, `Track ${n}.wav`), 'w');
    for (let written = 0; written < EACH; written += MIB) fs.writeSync(file, randomFillSync(block));
    fs.closeSync(file);
  }
  const bare = await startProgram('file-server.ts', [folder]);
  const firsts: number[] = [];
  const before = memoryOf(studio.pid).now;
  const hasZip = spawnSync('zip', ['-v']).status === 0;
  const middle = await alternate({
    ours: async () => {
      const { rate, first } = await drain(archiveOf(studio, sessionId), { cookie: client.cookie });
      firsts.push(first);
      return rate;
    },
    tar: () => pipeRate('tar', ['cf', '-', '-C', folder, '.']),
    pipe: async () => (await drain(bare.origin)).rate,
    ...(hasZip ? { zip: () => pipeRate('zip', ['-0', '-q', '-r', '-', '.'], folder) } : {}),
  });
  console.log(`\nArchive of ${FILES} files, ${(FILES * EACH) / MIB} MiB in all`);
  const ours = middle('ours');
  const [tar, pipe] = [middle('tar'), middle('pipe')];
  printResult('tar into a pipe', perSecond(ours), perSecond(tar), ours / tar, '0.8');
  printResult("Node's pipe from file to socket", perSecond(ours), perSecond(pipe), ours / pipe, '–');
  if (hasZip) {
    const zip = middle('zip');
    printResult('zip -0 into a pipe', perSecond(ours), perSecond(zip), ours / zip, '2.5');
  } else console.log('  zip is not installed');
  console.log(
    `  first byte after ${median(firsts).toFixed(1)} ms (aim 20); memory ${before.toFixed(0)} MiB before, ${memoryOf(studio.pid).peak.toFixed(0)} MiB at most`,
  );
  await end(bare.child);
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
