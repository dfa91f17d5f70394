import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { databaseUser } from '#server/db/embedded/user.ts';
import { freePort } from '#server/lib/free-port.ts';

/** PgBouncer before a PostgreSQL. */
export interface Pooler {
  /** As DATABASE_URL has it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Debian's PgBouncer in a mode before a PostgreSQL that listens on a socket; `folder` can be passed by all users. */
export async function startPgBouncer(
  mode: 'session' | 'transaction',
  database: string,
  folder: string,
): Promise<Pooler> {
  const url = new URL(database);
  const port = await freePort();
  const user = databaseUser();
  const own = path.join(folder, `pgbouncer-${mode}`);
  fs.mkdirSync(own);
  const file = path.join(own, 'pgbouncer.ini');
  fs.writeFileSync(
    file,
    `[databases]
* = host=${url.searchParams.get('host')} port=${url.port === '' ? url.searchParams.get('port') : url.port} user=${url.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 60
`,
  );
  if (user !== undefined) for (const place of [own, file]) fs.chownSync(place, user.uid, user.gid);
  const child = spawn('/usr/sbin/pgbouncer', [file], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('process up')) resolve();
    });
    ended.then(() => reject(new Error(`PgBouncer ended: ${output}`)), reject);
  });
  return {
    url: `postgres://${url.username}@127.0.0.1:${port}${url.pathname}`,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
