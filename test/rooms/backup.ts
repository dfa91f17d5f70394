import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { inject } from 'vitest';
import { sequencesOf, tablesOf, type Table } from '#server/db/backup/catalog.ts';
import { connect } from '#server/db/backup/connect.ts';
import { digest } from '#server/db/backup/copy.ts';
import { waitingJobs } from '#server/db/backup/jobs.ts';
import { onServer } from '../api/database.ts';
import { openStorage } from '#server/storage/open.ts';
import { systemClock } from '#server/lib/clock.ts';
import { openQueues } from '#server/jobs/events.ts';
import type { Job } from '#server/ctx/ctx.ts';
import type { Storage } from '#server/ctx/storage.ts';
import { prepareSandbox } from '#server/start/payments.ts';
import { HANDLERS, JOBS } from '#server/start/rooms.ts';
import { readSettings } from '#server/start/settings.ts';
import type { Manifest } from '#server/operator/backup/manifest.ts';
import { restoreBackup } from '#server/operator/backup/restore-backup.ts';

const log = pino({ level: 'silent' });

/** Sums of all tables and values of all sequences. */
export async function rowsOf(url: string): Promise<Record<string, unknown>> {
  const client = await connect(url);
  try {
    const jobs = await waitingJobs(client);
    const sums: Record<string, unknown> = {};
    for (const table of [...(await tablesOf(client)), ...(jobs === null ? [] : [jobs])])
      sums[table.name] = await digest(client, withoutPins(table));
    return { ...sums, sequences: await sequencesOf(client) };
  } finally {
    await client.end();
  }
}

const PINS: Readonly<Record<string, readonly string[]>> = {
  files: ['etag', 'version'],
  musician_samples: ['etag', 'version', 'preview_etag', 'preview_version'],
};

/** Pins belong to the storage, so a restore changes them. */
function withoutPins(table: Table): Table {
  const pins = PINS[table.name];
  if (pins === undefined) return table;
  const left = pins.map((pin) => ` - '${pin}'`).join('');
  return { ...table, rows: `select to_jsonb(t)${left} from ${table.name} t order by id` };
}

/** Hashes of all objects by key. */
export async function bytesOf(storage: Storage): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { key } of storage.list()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await storage.get(key)) chunks.push(chunk as Buffer);
    found.set(key, Buffer.concat(chunks).toString('base64'));
  }
  return found;
}

/** An empty database whose owner is not a superuser, and a data folder. */
export interface EmptyPlace {
  readonly url: string;
  readonly storage: Storage;
  remove(): Promise<void>;
}

export async function emptyPlace(): Promise<EmptyPlace> {
  const { url, prefix } = inject('testServer');
  const name = `${prefix}_restore_${randomBytes(4).toString('hex')}`;
  await onServer(url, `create role ${name} login nosuperuser password '${name}'`);
  await onServer(url, `create database ${name} owner ${name} template template0`);
  const own = Object.assign(new URL(url), { username: name, password: name, pathname: `/${name}` });
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-restore-'));
  const settings = readSettings({ DATA_DIR: dataDir });
  const secrets = { storageKeyId: 'test-key-of-storage', storageSecret: 'only used in tests' };
  const { storage } = await openStorage({ settings, secrets, clock: systemClock, log });
  return {
    url: own.href,
    storage,
    async remove() {
      fs.rmSync(dataDir, { recursive: true, force: true });
      await onServer(url, `drop database ${name} with (force)`);
      await onServer(url, `drop role ${name}`);
    },
  };
}

const nothing = (): never => {
  throw new Error('nothing is at work here');
};

/** Creates this release's queues and others, as the command does. */
export async function makeQueues(url: string, besides: readonly string[]): Promise<void> {
  const jobs = [...JOBS, ...besides.map((name): Job => ({ name, run: nothing }))];
  const queues = openQueues({
    target: url,
    log,
    handlers: HANDLERS,
    jobs,
    mode: 'manual',
  });
  await queues.open();
  await queues.stop();
}

/** Restores as the command does. */
export function restoreTo(
  { url, storage }: Pick<EmptyPlace, 'url' | 'storage'>,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  const queues = (besides: readonly string[]) => makeQueues(url, besides);
  return restoreBackup({
    folder,
    manifest,
    target: url,
    storage,
    createQueues: queues,
    createSandbox: () => prepareSandbox(url),
    checkpoint: () => {},
  });
}
