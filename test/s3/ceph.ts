import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#server/lib/free-port.ts';
import { endProcess, type ForeignS3 } from './server.ts';

/** Its Debian packages. */
export const CEPH_PACKAGES = 'radosgw ceph-mon ceph-osd ceph-common';

const PROGRAMS = ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd', 'ceph-authtool', 'monmaptool'];
const START_LIMIT_MS = 120_000;

/** Whether the machine has the programs (`CEPH_PACKAGES`). */
export const hasCeph = (): boolean => PROGRAMS.every((program) => existsSync(`/usr/bin/${program}`));

/**
 * Starts a small Ceph with its S3 gateway on loopback; `stop` ends and deletes it. Throws with its last output when it
 * does not start.
 */
export async function startCeph(): Promise<ForeignS3> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talkback-ceph-'));
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(endProcess));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [monitor, gateway, id] = [await freePort(), await freePort(), randomUUID()];
    for (const name of ['mon', 'osd', 'run']) await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, 'ceph.conf'), confOf(folder, id, monitor, gateway));
    const keyring = path.join(folder, 'keyring');
    const monmap = path.join(folder, 'monmap');
    const own = (program: string, ...args: string[]) =>
      run(program, ['-c', path.join(folder, 'ceph.conf'), ...args]);
    const start = async (program: string, ...args: string[]): Promise<void> => {
      children.push(await background(folder, program, args));
    };

    await run('ceph-authtool', ['-C', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *']);
    for (const name of ['client.admin', 'client.rgw', 'osd.0']) {
      const caps = ['mon', 'osd'].flatMap((part) => ['--cap', part, 'allow *']);
      await run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...caps]);
    }
    await run('monmaptool', ['--create', '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, '--fsid', id, monmap]);
    await own('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monmap, '--keyring', keyring);
    await start('ceph-mon', '-i', 'a');
    const disk = randomUUID();
    await own('ceph', 'osd', 'new', disk);
    await own('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    await start('ceph-osd', '-i', '0');
    await start('radosgw', '-n', 'client.rgw');
    const endpoint = `http://127.0.0.1:${gateway}`;
    await waitUntilReady(endpoint, folder, children);
    const [main, upload] = [await makeUser(own, 'studio'), await makeUser(own, 'upload')];
    return { name: 'Ceph', endpoint, ...main, upload, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeUser(own: (program: string, ...args: string[]) => Promise<void>, name: string) {
  const keys = { accessKeyId: `key-of-${name}`, secretAccessKey: randomUUID() };
  const given = [`--access-key=${keys.accessKeyId}`, `--secret-key=${keys.secretAccessKey}`];
  const user = [`--uid=${name}`, `--display-name=${name}`, ...given];
  await own('radosgw-admin', '-n', 'client.rgw', 'user', 'create', ...user);
  return keys;
}

/** Runs a program, with a limit: its own is five minutes. */
async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, [...args], { stdio: ['ignore', 'ignore', 'pipe'], timeout: START_LIMIT_MS });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words += chunk.toString();
  });
  const code = await new Promise((done) => {
    child.once('close', done);
    child.once('error', done);
  });
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${words.slice(-1000)}`);
}

async function background(folder: string, program: string, args: readonly string[]): Promise<ChildProcess> {
  const log = await open(path.join(folder, `${program}.out`), 'a');
  const all = ['-c', path.join(folder, 'ceph.conf'), ...args, '-f'];
  const child = spawn(program, all, { stdio: ['ignore', log.fd, log.fd] });
  child.on('error', () => {});
  await log.close();
  return child;
}

async function waitUntilReady(
  endpoint: string,
  folder: string,
  children: readonly ChildProcess[],
): Promise<void> {
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  const answers = (): Promise<boolean> =>
    fetch(endpoint, { signal: limit }).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (limit.aborted || children.some((child) => child.exitCode !== null)) {
      const words = await readFile(path.join(folder, 'client.rgw.log'), 'utf8').catch(() => '');
      throw new Error(`Ceph did not start: ${words.slice(-1000)}`);
    }
    await wait(50);
  }
}

/** One copy in memory; map changes apply at once instead of once a second. */
const confOf = (folder: string, id: string, monitor: number, gateway: number): string => `[global]
fsid = ${id}
mon_host = [v2:127.0.0.1:${monitor}/0]
mon_initial_members = a
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr1 = false
keyring = ${folder}/keyring
auth_allow_insecure_global_id_reclaim = false
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
mon_data_avail_warn = 1
paxos_propose_interval = 0.02
paxos_min_wait = 0.005
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 4294967296
osd_max_object_name_len = 256
osd_max_object_namespace_len = 64
mon_data = ${folder}/mon
osd_data = ${folder}/osd
run_dir = ${folder}/run
admin_socket =
log_file = ${folder}/$name.log
mon_cluster_log_file = ${folder}/cluster.log
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${gateway}
rgw_data = ${folder}/run
`;
