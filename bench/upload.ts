import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '#server/lib/free-port.ts';
import { bookSessions, makeInside } from './inside.ts';
import { links, MIB, perSecond, put } from './bytes.ts';
import { alternate, end, memoryOf, scratch, startProgram, startStudio, printResult } from './harness.ts';

const SIZE = Number(process.env['SIZE_MIB'] ?? 2048) * MIB;
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
      // Abort the upload afterwards to free the disk.
      fs.rmSync(path.join(studio.dataDir, 'files', 'bytes'), { recursive: true, force: true });
      fs.mkdirSync(path.join(studio.dataDir, 'files', 'bytes'), { recursive: true });
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
  nginx?.stop();
  await end(pipe.child);
  await end(studio.server.process);
  await inside.close();
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
