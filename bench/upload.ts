import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '#server/lib/free-port.ts';
import { bookSessions, makeInside } from './inside.ts';
import { links, MIB, perSecond, put } from './bytes.ts';
import {
  alternate,
  end,
  memoryOf,
  scratch,
  startProgram,
  startStudio,
  printResult,
  type Running,
} from './harness.ts';

const SIZE = Number(process.env['SIZE_MIB'] ?? 2048) * MIB;
/** Of each of eight uploads at once. */
const EACH = Number(process.env['EIGHT_MIB'] ?? 1024) * MIB;
const TYPE = { 'content-type': 'application/octet-stream' };

/** One file of 2 GiB into our own storage, beside Node's pipe to disk and, where it is installed, nginx. */
export async function benchUpload(server: string): Promise<void> {
  const inside = await makeInside(server, 'upload');
  const { client, ids } = await bookSessions(inside, 1);
  const studio = await startStudio(inside.url);
  const folder = scratch('pipe');
  const pipe = await startProgram('pipe-server.ts', [folder]);
  const nginx = await startNginx();
  const sessionId = ids[0] ?? 0;
  const before = memoryOf(studio.pid).now;
  const middle = await alternate({
    ours: async () => {
      const [link = ''] = await links(studio.origin, client, sessionId, [SIZE]);
      const rate = await put(link, SIZE, TYPE);
      empty(studio.dataDir);
      return rate;
    },
    pipe: () => put(`${pipe.origin}/file`, SIZE),
    ...(nginx === null ? {} : { nginx: () => put(`${nginx.origin}/file`, SIZE) }),
  });
  const { peak } = memoryOf(studio.pid);
  console.log(`\nUpload of ${SIZE / MIB} MiB by one PUT`);
  const ours = middle('ours');
  const limit = middle('pipe');
  printResult("Node's pipe to disk", perSecond(ours), perSecond(limit), ours / limit, '0.75');
  if (nginx !== null) {
    const other = middle('nginx');
    printResult('nginx PUT', perSecond(ours), perSecond(other), ours / other, '0.75');
  } else console.log('  nginx is not installed');
  console.log(`  memory: ${before.toFixed(0)} MiB before, ${peak.toFixed(0)} MiB at most`);
  await eightAtOnce(
    studio,
    await links(
      studio.origin,
      client,
      sessionId,
      Array.from({ length: 8 }, () => EACH),
    ),
    nginx,
  );
  nginx?.stop();
  await end(pipe.child);
  await end(studio.server.process);
  await inside.close();
}

/** Deletes what has arrived, to free the disk. */
function empty(dataDir: string): void {
  const folder = path.join(dataDir, 'files', 'bytes');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
}

/** Eight uploads at once into our own storage, then into nginx; and how much memory the first take. */
async function eightAtOnce(
  studio: Running,
  urls: readonly string[],
  nginx: Awaited<ReturnType<typeof startNginx>>,
): Promise<void> {
  const rateOf = async (targets: readonly string[]): Promise<number> => {
    const begun = performance.now();
    await Promise.all(targets.map((url) => put(url, EACH, TYPE)));
    return (8 * EACH) / MIB / ((performance.now() - begun) / 1000);
  };
  const before = memoryOf(studio.pid).now;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(studio.pid).now)), 100);
  const ours = await rateOf(urls);
  clearInterval(watch);
  empty(studio.dataDir);
  console.log(`\nEight uploads of ${EACH / MIB} MiB at once`);
  printResult('memory', `+${(most - before).toFixed(0)} MiB`, '64 MiB', (most - before) / 64, '1');
  if (nginx === null) return;
  const theirs = await rateOf(urls.map((_, n) => `${nginx.origin}/file-${n}`));
  printResult('nginx PUT', perSecond(ours), perSecond(theirs), ours / theirs, '0.75');
}

/** An nginx that accepts PUT on a loopback port; null where none is installed. */
async function startNginx(): Promise<{ origin: string; stop(): void } | null> {
  const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((file) =>
    fs.existsSync(file),
  );
  if (program === undefined) return null;
  const folder = scratch('nginx');
  fs.chmodSync(folder, 0o755);
  for (const name of ['www', 'temp']) fs.mkdirSync(path.join(folder, name), { mode: 0o777 });
  const port = await freePort();
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temp;`)
    .join(' ');
  fs.writeFileSync(
    path.join(folder, 'nginx.conf'),
    `${user} daemon off; pid ${folder}/pid; error_log ${folder}/log; worker_processes 1; events {}
     http { access_log off; ${temp} client_max_body_size 0;
       server { listen 127.0.0.1:${port}; root ${folder}/www; location / { dav_methods PUT; } } }`,
  );
  const { status } = spawnSync(program, ['-t', '-c', `${folder}/nginx.conf`]);
  if (status !== 0) return null;
  const child = spawn(program, ['-c', `${folder}/nginx.conf`], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(origin).then(Boolean, () => false))) if (child.exitCode !== null) return null;
  return { origin, stop: () => child.kill('SIGTERM') };
}
