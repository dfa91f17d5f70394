import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { systemClock } from '#server/lib/clock.ts';
import { freePort } from '#server/lib/free-port.ts';
import { end, startProgram } from '../../bench/harness.ts';
import { S3_KEYS } from '../../bench/s3.ts';
import { childEnv } from '../api/child.ts';
import { onServer } from '../api/database.ts';
import { startTestPostgres } from '../api/embedded.ts';
import type { People, TestPerson } from '../api/people.ts';
import type { Studio } from '../api/studio.ts';
import { temporaryFolder } from '../browser/demo-folder.ts';
import { Http2Browser } from '../release/browser.ts';
import { startNginx } from '../release/proxy.ts';
import { Node, NODES } from './nodes.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PORTS = 4;

/** Which processes there are. */
interface ClusterOptions {
  /** The folder of the release that they run; this one's by default. */
  readonly release?: string;
  /** How many of them start, and stand behind nginx; all by default. */
  readonly started?: number;
}

/** Three server processes on one PostgreSQL and one S3, behind nginx. */
export interface Cluster {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly people: People;
  readonly studio: Studio;
  readonly nodes: readonly Node[];
  /** A browser at a front's origin; of a person that the test made, or of nobody yet. */
  browser(person?: TestPerson, front?: 'studio' | 'operator'): Http2Browser;
  /** What `npm run studio -- check` prints; throws where it finds something. */
  check(): Promise<string>;
  /** Puts these behind nginx and no others; what has begun at others is finished there. */
  putBehind(nodes: readonly Node[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts everything; the database is migrated by whichever process comes first. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const ends: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const finish of ends.toReversed()) await finish();
  };
  try {
    return { ...(await start(options, (finish) => void ends.push(finish))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** `atEnd` takes what ends each part, the last one first. */
async function start(
  { release = ROOT, started = NODES }: ClusterOptions,
  atEnd: (finish: () => unknown) => void,
): Promise<Omit<Cluster, 'close'>> {
  const folder = temporaryFolder();
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  const postgres = await startTestPostgres();
  atEnd(() => postgres.stop());
  await onServer(postgres.url, 'create database several');
  const url = new URL(postgres.url);
  url.pathname = '/several';
  const s3 = await startProgram('s3-server.ts', [path.join(folder, 's3')]);
  atEnd(() => end(s3.child));
  const first = await freePort(NODES * PORTS + 2);
  const [https, http] = [first + NODES * PORTS, first + NODES * PORTS + 1];
  const originOf = (front: string): string => `https://${front}.example.com:${https}`;
  const env = {
    DATABASE_URL: url.href,
    DEMO: 'off',
    LOG: 'json',
    NODE_ENV: 'production',
    S3_ENDPOINT: s3.origin,
    S3_BUCKET: S3_KEYS.bucket,
    S3_REGION: S3_KEYS.region,
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    STUDIO_URL: originOf('studio'),
    PARTNERS_URL: originOf('partners'),
    OPERATOR_URL: originOf('operator'),
    TRUST_PROXY: '127.0.0.1',
  };
  const nodes = Array.from(
    { length: NODES },
    (_, at) => new Node(first + at * PORTS, path.join(folder, `node-${at}`), env, release),
  );
  const [leader] = nodes;
  if (leader === undefined) throw new Error('no processes');
  atEnd(() => Promise.all(nodes.map((node) => node.stop())));
  await leader.start();
  await Promise.all(
    nodes.slice(1, started).map((node) => {
      node.takeSecretsOf(leader);
      return node.start();
    }),
  );
  const proxyFolder = fs.mkdtempSync(path.join(folder, 'proxy-'));
  const proxy = startNginx({ folder: proxyFolder, servers: portsOf(nodes.slice(0, started)), https, http });
  atEnd(() => proxy.stop());
  const status = () =>
    fetch(`http://127.0.0.1:${http}/`, { redirect: 'manual' }).then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(status, { message: proxy.output() }).not.toBe(0);

  const { openDatabase, peopleFactory, makeStudio } = await helpersOf(release);
  const db = openDatabase(url.href, { max: 4 });
  atEnd(() => db.destroy());
  const people = peopleFactory(db, systemClock);
  return {
    db,
    databaseUrl: url.href,
    people,
    nodes,
    studio: await makeStudio({ db, people, clock: systemClock }),
    browser(person, front = 'studio') {
      const browser = new Http2Browser(originOf(front), person && `__Host-${person.cookie}`);
      atEnd(() => browser.close());
      return browser;
    },
    putBehind: (those) => proxy.use(portsOf(those)),
    async check() {
      const args = [path.join(leader.release ?? ROOT, 'scripts/studio.ts'), 'check'];
      return (await promisify(execFile)(process.execPath, args, { env: childEnv(leader.env) })).stdout;
    },
  };
}

const portsOf = (nodes: readonly Node[]): number[] => nodes.map(({ port }) => port);

/** The helpers of a release's own tests, which write what its tables take. */
async function helpersOf(release: string) {
  const load = <T>(file: string): Promise<T> => import(path.join(release, file)) as Promise<T>;
  const [{ openDatabase }, { peopleFactory }, { makeStudio }] = await Promise.all([
    load<typeof import('#server/db/database.ts')>('server/db/database.ts'),
    load<typeof import('../api/people.ts')>('test/api/people.ts'),
    load<typeof import('../api/studio.ts')>('test/api/studio.ts'),
  ]);
  return { openDatabase, peopleFactory, makeStudio };
}
