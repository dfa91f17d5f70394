import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { freePort } from '#server/lib/free-port.ts';
import { endProcess, type ForeignS3 } from './server.ts';

/** Its Debian packages. */
export const SWIFT_PACKAGES = 'swift-proxy swift-account swift-container swift-object';

const PARTS = ['account', 'container', 'object'] as const;
const START_LIMIT_MS = 240_000;

/** Whether the machine has the programs (`SWIFT_PACKAGES`). */
export const hasSwift = (): boolean =>
  ['proxy', ...PARTS].every((part) => existsSync(`/usr/bin/swift-${part}-server`));

/**
 * Starts OpenStack Swift with its S3 middleware; `stop` ends and deletes it. Throws with its last output when it does
 * not start.
 */
export async function startSwift(): Promise<ForeignS3> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talkback-s3-'));
  await mkdir(path.join(folder, 'devices', 'd1'), { recursive: true });
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(endProcess));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await writeFile(path.join(folder, 'swift.conf'), SWIFT_CONF);
    const ports = [];
    for (const part of PARTS) {
      const port = await freePort();
      ports.push(port);
      await writeFile(path.join(folder, `${part}.ring.gz`), ringOf(port));
      children.push(await run(folder, part, partConf(folder, part, port)));
    }
    const port = await freePort();
    children.push(await run(folder, 'proxy', proxyConf(folder, port)));
    await waitUntilReady([...ports, port], folder, children);
    return {
      name: 'Swift',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'test:tester',
      secretAccessKey: 'testing',
      upload: null,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function run(folder: string, part: string, conf: string): Promise<ChildProcess> {
  const file = path.join(folder, `${part}.conf`);
  await writeFile(file, conf);
  const log = await open(path.join(folder, `${part}.log`), 'a');
  const child = spawn(`/usr/bin/swift-${part}-server`, [file], { stdio: ['ignore', log.fd, log.fd] });
  child.on('error', () => {});
  await log.close();
  return child;
}

/** All four are ready once each responds. */
async function waitUntilReady(
  ports: readonly number[],
  folder: string,
  children: readonly ChildProcess[],
): Promise<void> {
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  for (const port of ports) {
    while (
      !(await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ))
    ) {
      if (limit.aborted || children.some((child) => child.exitCode !== null)) throw await startError(folder);
      await wait(100);
    }
  }
}

async function startError(folder: string): Promise<Error> {
  const logs = ['proxy', ...PARTS].map((part) => readFile(path.join(folder, `${part}.log`), 'utf8'));
  return new Error(`The S3 server did not start: ${(await Promise.all(logs)).join('').slice(-1000)}`);
}

const SWIFT_CONF = `[swift-hash]
swift_hash_path_prefix = tests
swift_hash_path_suffix = tests
[swift-constraints]
max_file_size = 5368709122
`;

/** One process each, as the current user; errors go to a file each. */
const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
devices = ${path.join(folder, 'devices')}
mount_check = false
user = ${os.userInfo().username}
workers = 0
log_udp_host = 127.0.0.1
log_udp_port = 9
`;

const partConf = (folder: string, part: string, port: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`;

const proxyConf = (folder: string, port: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
cors_preflight_allow_origin = *
max_upload_part_num = 10000
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
max_manifest_segments = 10000
`;

const PART_POWER = 4;

/** A ring of one device that has every partition, in the format that swift-ring-builder writes (version 1). */
function ringOf(port: number): Buffer {
  const device = { id: 0, region: 1, zone: 1, ip: '127.0.0.1', port, device: 'd1', weight: 1, meta: '' };
  const devs = [{ ...device, replication_ip: device.ip, replication_port: port }];
  const json = JSON.stringify({
    byteorder: 'little',
    devs,
    part_shift: 32 - PART_POWER,
    replica_count: 1,
    version: 1,
  });
  const head = Buffer.alloc(10);
  head.write('R1NG', 0, 'latin1');
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(Buffer.byteLength(json), 6);
  return gzipSync(Buffer.concat([head, Buffer.from(json), Buffer.alloc(2 * 2 ** PART_POWER)]));
}
