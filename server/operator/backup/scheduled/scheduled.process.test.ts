import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { describe, expect } from 'vitest';
import { childEnv } from '#test/api/child.ts';
import { test as base } from '#test/api/test.ts';
import { emptyPlace, rowsOf } from '#test/rooms/backup.ts';
import { startTestStore } from '#test/rooms/disk-store.ts';
import type { Ctx } from '../../../ctx/ctx.ts';
import { loadSecrets } from '../../../lib/secrets.ts';
import { readSettings } from '../../../start/settings.ts';
import { readMetrics } from '../../metrics/read-metrics.ts';
import { getSystem } from '../../system/state.ts';
import { verifyBackup } from '../verify-backup.ts';
import { backUpWhenDue } from './back-up-when-due.ts';
import { openPlace } from './open-place.ts';

const PASSPHRASE = 'four plain words here';
const run = promisify(execFile);

const test = base
  .extend('dir', { scope: 'file' }, ({}, { onCleanup }) => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-scheduled-'));
    fs.mkdirSync(path.join(dir, 'data'));
    loadSecrets(path.join(dir, 'data'));
    onCleanup(() => fs.rmSync(dir, { recursive: true, force: true }));
    return dir;
  })
  .extend('store', { scope: 'file' }, async ({}, { onCleanup }) => {
    const store = await startTestStore();
    onCleanup(() => store.close());
    return store;
  })
  /** Variables for backups at an S3. */
  .extend('s3', { scope: 'file' }, ({ store }) => ({
    BACKUP_TO: `s3://${store.identity.bucket}/studio/backups`,
    BACKUP_S3_ENDPOINT: `${store.origin}/storage`,
    BACKUP_S3_ACCESS_KEY_ID: store.identity.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: store.identity.secretAccessKey,
  }))
  /** A context of a job at a time, with these variables; nothing has been backed up before. */
  .extend('ctxOf', async ({ app, dir }) => {
    await app.db.deleteFrom('backups').execute();
    return (env: Readonly<Record<string, string>>, now: string): Ctx => ({
      ...app.ctx(),
      now: Temporal.Instant.from(now),
      settings: readSettings({ DATA_DIR: path.join(dir, 'data'), BACKUP_PASSPHRASE: PASSPHRASE, ...env }),
    });
  })
  .extend(
    'rows',
    ({ app }) =>
      () =>
        app.db.selectFrom('backups').selectAll().orderBy('planned_for').execute(),
  );

const namesIn = (folder: string): string[] => fs.readdirSync(folder).toSorted();
const whole = (folder: string) => verifyBackup(folder, () => {});
const listed = async ({ settings }: Ctx): Promise<string[]> => {
  const { backups } = settings;
  if (backups === null) throw new Error('no backups are scheduled');
  const found = await (await openPlace(backups.to, settings)).list();
  return found.map(({ name }) => name).toSorted();
};

const state = async (ctx: Ctx) => {
  const result = await getSystem(ctx);
  return result.ok ? result.value.backups : undefined;
};

describe('in a folder', () => {
  test('of several processes one makes the backup of a day, once, and it is whole', async ({
    ctxOf,
    dir,
    rows,
  }) => {
    const to = path.join(dir, 'once');
    const ctx = ctxOf({ BACKUP_TO: to }, '2026-11-24T02:31Z');
    await Promise.all([backUpWhenDue(ctx), backUpWhenDue(ctx), backUpWhenDue(ctx)]);
    await backUpWhenDue(ctx);
    expect(namesIn(to)).toEqual(['talkback-20261124T0230Z']);
    const manifest = await whole(path.join(to, 'talkback-20261124T0230Z'));
    expect(manifest.at).toBe('2026-11-24T02:31:00Z');
    expect(await rows()).toMatchObject([{ failure: null, bytes: expect.any(Number) }]);
    await backUpWhenDue(ctxOf({ BACKUP_TO: to }, '2026-11-24T23:59Z'));
    expect(namesIn(to)).toHaveLength(1);
  });

  test('what the rule does not keep is removed, and nothing else', async ({ ctxOf, dir }) => {
    const to = path.join(dir, 'kept');
    const env = { BACKUP_TO: to, BACKUP_KEEP: '2 daily, 1 monthly' };
    fs.mkdirSync(path.join(to, 'music'), { recursive: true });
    fs.mkdirSync(path.join(to, 'talkback-before-moving'));
    for (const day of ['10-31', '11-01', '11-02', '11-03'])
      await backUpWhenDue(ctxOf(env, `2026-${day}T03:00Z`));
    expect(namesIn(to)).toEqual([
      'music',
      'talkback-20261102T0230Z',
      'talkback-20261103T0230Z',
      'talkback-before-moving',
    ]);
  });

  test('one that is killed leaves nothing: it is made anew, and the left-over is removed', async ({
    app,
    ctxOf,
    dir,
    rows,
  }) => {
    const to = path.join(dir, 'killed');
    const data = path.join(dir, 'data-of-killed');
    fs.mkdirSync(data);
    // The backup waits for this lock when it has begun its folder.
    const lock = new Client({ connectionString: app.url });
    await lock.connect();
    await lock.query('begin; lock table people in access exclusive mode');
    const env = { BACKUP_TO: to, BACKUP_PASSPHRASE: PASSPHRASE, DATA_DIR: data };
    const ctx = ctxOf(env, '2026-11-24T02:31Z');
    const child = spawn(process.execPath, ['test/rooms/backup-process.ts', app.url, '2026-11-24T02:30Z'], {
      env: childEnv(env),
      stdio: 'inherit',
    });
    await expect
      .poll(() => (fs.existsSync(to) ? namesIn(to) : []))
      .toEqual([expect.stringMatching(/^talkback-20261124T0230Z\.unfinished-\d+$/)]);
    // While it is at work, no other process begins one.
    await backUpWhenDue(ctx);
    expect(await rows()).toMatchObject([{ ended_at: null, failure: null }]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await lock.end();
    await expect
      .poll(async () => {
        await backUpWhenDue(ctx);
        return namesIn(to);
      })
      .toEqual(['talkback-20261124T0230Z']);
    await whole(path.join(to, 'talkback-20261124T0230Z'));
    expect(await rows()).toMatchObject([{ failure: null, bytes: expect.any(Number) }]);
  });

  test('a failure is said on the console and tried again after half an hour', async ({ ctxOf, dir }) => {
    const to = path.join(dir, 'blocked');
    fs.writeFileSync(to, '');
    const at = (time: string) => ctxOf({ BACKUP_TO: to }, `2026-11-24T${time}Z`);
    const next_at = '2026-11-25T02:30:00Z';
    await backUpWhenDue(at('02:31'));
    const failed = await state(at('02:32'));
    expect(failed).toEqual({
      last: null,
      failure: {
        at: expect.stringMatching(/^2026-11-24T02:31:/),
        text: expect.stringContaining('ENOTDIR: not a directory'),
      },
      next_at,
    });
    expect((await readMetrics(at('02:32'))).backup).toBeNull();
    fs.rmSync(to);
    await backUpWhenDue(at('02:59'));
    expect(fs.existsSync(to)).toBe(false);
    await backUpWhenDue(at('03:05'));
    const bytes = expect.any(Number) as number;
    expect(await state(at('03:15'))).toEqual({
      last: { at: '2026-11-24T03:05:00Z', bytes },
      failure: null,
      next_at,
    });
    expect((await readMetrics(at('03:15'))).backup).toEqual({ ageSeconds: 600, bytes });
  });
});

describe('at an S3', () => {
  test('backups are whole, kept by the rule, and left-overs are removed; other objects stay', async ({
    ctxOf,
    dir,
    s3,
    store,
  }) => {
    const put = (key: string) => store.storage.put(key, Buffer.from('x'), 1, 'text/plain');
    await put('studio/backups/talkback-20261101T0230Z/manifest.json');
    await put('studio/backups/readme.txt');
    const env = { ...s3, BACKUP_KEEP: '2 daily' };
    for (const day of [2, 3, 4]) await backUpWhenDue(ctxOf(env, `2026-11-0${day}T03:00Z`));
    const ctx = ctxOf(env, '2026-11-04T03:00Z');
    expect(await listed(ctx)).toEqual(['talkback-20261103T0230Z', 'talkback-20261104T0230Z']);
    expect(await store.storage.head('studio/backups/readme.txt')).not.toBeNull();
    expect(await store.storage.head('studio/backups/talkback-20261101T0230Z/manifest.json')).toBeNull();
    expect(await store.storage.head('studio/backups/talkback-20261102T0230Z/manifest.json')).toBeNull();
    expect(fs.existsSync(path.join(dir, 'data', 'backup-draft'))).toBe(false);
  });

  test('one is restored by the command, with every row', async ({ app, ctxOf, dir, s3, onTestFinished }) => {
    await app.people.make('client');
    const ctx = ctxOf(s3, '2026-11-20T03:00Z');
    await backUpWhenDue(ctx);
    const before = await rowsOf(app.url);
    const place = await emptyPlace();
    onTestFinished(() => place.remove());
    const data = path.join(dir, 'restored');
    const { BACKUP_TO, ...service } = s3;
    const env = childEnv({
      ...service,
      DATA_DIR: data,
      DATABASE_URL: place.url,
      BACKUP_PASSPHRASE: PASSPHRASE,
    });
    const command = (...typed: string[]) => run(process.execPath, ['scripts/studio.ts', ...typed], { env });
    await expect(command('restore', `${BACKUP_TO}/talkback-20201120T0230Z`)).rejects.toThrow(
      'There is no whole backup at s3://talkback/studio/backups/talkback-20201120T0230Z.',
    );
    const { stdout } = await command('restore', `${BACKUP_TO}/talkback-20261120T0230Z`);
    expect(stdout).toContain('Restored as of 2026-11-20T03:00:00Z, and compared with the backup');
    const { backups: _made, ...restored } = await rowsOf(place.url);
    const { backups: _known, ...expected } = before;
    expect(restored).toEqual(expected);
    expect(fs.existsSync(path.join(data, 'backup-draft'))).toBe(false);
    const list = await run(process.execPath, ['scripts/studio.ts', 'backups', 'list'], {
      env: { ...env, BACKUP_TO },
    });
    expect(list.stdout).toMatch(/^talkback-20261120T0230Z +[\d.,]+ MB$/m);
  });
});
