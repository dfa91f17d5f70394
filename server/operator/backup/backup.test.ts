import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect, onTestFinished } from 'vitest';
import { makeDemo } from '#demo/make.ts';
import { ok } from '#shared/lib/result.ts';
import { grant } from '../../credits/steps.ts';
import { connect } from '../../db/backup/connect.ts';
import { findNonEmptyTable } from '../../db/backup/empty.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate, migrateTo } from '../../db/migrate.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { ObjectChanged, type Storage } from '../../ctx/storage.ts';
import { testApp } from '#test/api/app.ts';
import { prepareSandbox } from '../../start/payments.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { copyPath, tablePath } from './layout.ts';
import { makeBackup, type BackupInput } from './make-backup.ts';
import { readManifest, writeManifest, type Manifest } from './manifest.ts';
import { decryptSecrets } from './encrypt.ts';
import { openQuickRecorder } from '#test/rooms/recorder.ts';
import { bytesOf, emptyPlace, makeQueues, restoreTo, rowsOf, type EmptyPlace } from '#test/rooms/backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { test as base } from '#test/api/test.ts';
import { NO_PAYMENTS } from '../../ctx/payments.ts';

const PASSPHRASE = 'four plain words here';
const SECRETS = '{"storageSecret":"of this installation"}\n';
const place = async (): Promise<EmptyPlace> => {
  const made = await emptyPlace();
  onTestFinished(() => made.remove());
  return made;
};
const check = (of: string) => verifyBackup(of, () => {});

const test = base
  .extend('dir', { scope: 'file' }, ({}, { onCleanup }) => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-backup-'));
    onCleanup(() => fs.rmSync(dir, { recursive: true, force: true }));
    return dir;
  })
  /** What the studio holds before it is backed up: the demo, and jobs in every state. */
  .extend('before', { scope: 'file', auto: true }, async ({ app }) => {
    const { db, storage, now, settings, log } = app.ctx();
    const fixed = {
      payments: NO_PAYMENTS,
      passwordHash: 'none',
      progress: () => {},
      openRecorder: openQuickRecorder,
    };
    await makeDemo({ db, now, storage, settings, log, ...fixed });
    await makeQueues(app.url, ['gone.with-the-next-release']);
    await sql`insert into jobs.job (name, data, state, start_after, started_on, completed_on) values
    ('notifications.send-mail', '{"text": "tab\\t, line\\n, \\\\N and \u2028"}', 'created', '2026-12-01T10:00Z', null, null),
    ('notifications.send-mail', '{"n": 2}', 'active', '2026-11-01T10:00Z', '2026-11-01T10:00Z', null),
    ('notifications.send-mail', '{"n": 3}', 'completed', '2026-11-01T10:00Z', '2026-11-01T10:00Z', '2026-11-01T10:01Z'),
    ('gone.with-the-next-release', '{"n": 4}', 'retry', '2026-12-01T10:00Z', null, null)`.execute(db);
    return { rows: await rowsOf(app.url), bytes: await bytesOf(storage) };
  })
  .extend('folder', { scope: 'file' }, ({ dir }) => {
    let count = 0;
    return (): string => path.join(dir, `backup-${(count += 1)}`);
  })
  .extend(
    'backup',
    { scope: 'file' },
    ({ app }) =>
      (to: string, more: Partial<BackupInput> = {}): Promise<Manifest> => {
        const { db, storage, now } = app.ctx();
        const parts = {
          target: app.url,
          db,
          storage,
          now,
          secrets: SECRETS,
          passphrase: PASSPHRASE,
          folder: to,
        };
        return makeBackup({ ...parts, files: 'copied', release: 'test', checkpoint: () => {}, ...more });
      },
  )
  .extend('made', { scope: 'file', auto: true }, async ({ folder, backup }) => {
    const whole = folder();
    return { whole, manifest: await backup(whole) };
  })
  .extend('whole', { scope: 'file' }, ({ made }) => made.whole)
  .extend('manifest', { scope: 'file' }, ({ made }) => made.manifest)
  /** A copy of the whole backup, to damage. */
  .extend('copied', { scope: 'file' }, ({ whole, folder }) => (): string => {
    const to = folder();
    fs.cpSync(whole, to, { recursive: true });
    return to;
  });

describe('a backup', () => {
  test('is restored with every row, every waiting job and every byte, by an owner who is no superuser', async ({
    app,
    before,
    whole,
  }) => {
    expect(await decryptSecrets(whole, PASSPHRASE)).toBe(SECRETS);
    const to = await place();
    const checked = await check(whole);
    // Backups of earlier releases may have a wrong count beside a right sum.
    const tables = checked.tables.map((table) => ({ ...table, rows: 0 }));
    await restoreTo(to, whole, { ...checked, tables });
    expect(await rowsOf(to.url)).toEqual(before.rows);
    expect(await bytesOf(to.storage)).toEqual(before.bytes);
    const db = openDatabase(to.url);
    onTestFinished(() => db.destroy());
    expect(await brokenInvariants(db)).toEqual([]);
    // what names the bytes of a file or a sample is that of the new storage
    const pins = await sql<{ key: string; etag: string }>`
      select key, etag from files union all select key, etag from musician_samples
      union all select preview_key, preview_etag from musician_samples where preview_key is not null`.execute(
      db,
    );
    for (const { key, etag } of pins.rows)
      expect([key, etag]).toEqual([key, (await to.storage.head(key))?.etag]);
    const { rows: jobs } = await sql<{ n: number; state: string }>`
      select (data->>'n')::int as n, state::text from jobs.job where data ? 'n' order by 1`.execute(db);
    expect(jobs).toEqual([
      { n: 2, state: 'retry' },
      { n: 4, state: 'retry' },
    ]);
    const off = await sql`select from pg_trigger where tgenabled <> 'O'`.execute(db);
    expect(off.rows).toEqual([]);
    const keys = sql<{
      keys: string[];
    }>`select array_agg(conrelid::regclass || ' ' || pg_get_constraintdef(oid)
      order by conrelid::regclass::text, conname) as keys from pg_constraint where contype = 'f'
      and connamespace = 'public'::regnamespace`;
    expect((await keys.execute(db)).rows).toEqual((await keys.execute(app.db)).rows);
    const next = await sql<{ id: number }>`select nextval('sessions_id_seq') as id`.execute(db);
    expect(next.rows).toEqual(
      (await sql`select last_value + 1 as id from sessions_id_seq`.execute(app.db)).rows,
    );
  });

  test("is one instant of a studio that is at work, with what a demo's payment sandbox holds", async ({
    app,
    folder,
    backup,
  }) => {
    await prepareSandbox(app.url);
    await sql`insert into sandbox_stripe.objects (id, kind, data, hidden)
      values ('cus_1', 'customer', '{"name": "Ada"}', '{}'), ('cus_2', 'customer', '{}', '{}')`.execute(
      app.db,
    );
    await sql`insert into sandbox_paypal.objects (id, kind, data, hidden) values ('I-1', 'subscription', '{}', '{}')`.execute(
      app.db,
    );
    const person = await app.people.make('client');
    const over = new AbortController();
    const work = (async () => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        const given = {
          personId: person.id,
          source: 'operator',
          amount: 1 + (n % 9),
          expiresAt: null,
        } as const;
        await transaction(app.ctx(), async (tx) =>
          ok(await grant(tx, { ...given, grantKey: newId(), now: app.clock.now() })),
        );
      }
    })();
    const to = await place();
    const busy = folder();
    const made = await backup(busy);
    over.abort();
    await work;
    await restoreTo(to, busy, made);
    const db = openDatabase(to.url);
    onTestFinished(() => db.destroy());
    expect(await brokenInvariants(db)).toEqual([]);
    // As members are its customers.
    await sql`insert into sandbox_stripe.objects (id, kind, data, hidden) values ('cus_3', 'customer', '{}', '{}')`.execute(
      db,
    );
    const { rows } = await sql<{ id: string }>`
      select id, seq::int, data from sandbox_stripe.objects order by seq`.execute(db);
    expect(rows).toEqual([
      { id: 'cus_1', seq: 1, data: { name: 'Ada' } },
      { id: 'cus_2', seq: 2, data: {} },
      { id: 'cus_3', seq: 3, data: {} },
    ]);
    const paypal = await sql<{ id: string }>`select id from sandbox_paypal.objects`.execute(db);
    expect(paypal.rows).toEqual([{ id: 'I-1' }]);
    await sql`drop schema sandbox_stripe, sandbox_paypal cascade`.execute(app.db);
  });

  test('of an older release is loaded into its tables and then migrated', async ({
    manifest,
    folder,
    backup,
  }) => {
    const [from, to] = [await place(), await place()];
    const older = manifest.migrations.filter(({ name }) => name < '0009');
    await migrateTo(from.url, older);
    const old = openDatabase(from.url);
    onTestFinished(() => old.destroy());
    await sql`insert into people (id, email, role, name, zone, created_at)
      values (${newId()}, 'ada@test.test', 'client', 'Ada Lovelace', 'UTC', '2025-01-01T00:00Z')`.execute(
      old,
    );
    const saved = folder();
    const made = await backup(saved, { target: from.url, db: old, storage: from.storage });
    expect(made.migrations).toEqual(older);
    await restoreTo(to, saved, await check(saved));
    const db = openDatabase(to.url);
    onTestFinished(() => db.destroy());
    const { rows } = await sql`select email, email_proved_at::text from people`.execute(db);
    expect(rows).toEqual([{ email: 'ada@test.test', email_proved_at: '2025-01-01 00:00:00+00' }]);
    const { rows: applied } = await sql<{ name: string }>`
      select name from applied_sql where name not like 'view:%' order by name`.execute(db);
    expect(applied.map(({ name }) => name)).toEqual(manifest.migrations.map(({ name }) => name));
  });

  test('of a newer release is refused in words', async ({ manifest, copied }) => {
    const newer = copied();
    const migrations = [...manifest.migrations, { name: '9999_later.sql', hash: 'a'.repeat(64) }];
    writeManifest(newer, { ...manifest, migrations, release: '2.0.0' });
    await expect(check(newer)).rejects.toThrow(
      'This backup is from a newer release than this one (2.0.0; it has the migration 9999_later.sql).',
    );
  });

  test('that is not whole leaves nothing', async ({ app, dir, folder, backup }) => {
    const { storage } = app.ctx();
    const to = folder();
    await expect(backup(to, { storage: { ...storage, get: fullDisk } })).rejects.toThrow(
      `There is no room left for ${to}; nothing was kept.`,
    );
    const stopped = backup(to, {
      checkpoint() {
        throw new Error('stopped');
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(fs.readdirSync(dir).filter((name) => name.startsWith(path.basename(to)))).toEqual([]);
  });

  test('goes to a folder that is not there yet, of a database that has something', async ({
    whole,
    folder,
    backup,
  }) => {
    await expect(backup(whole)).rejects.toThrow('is there already. Choose another name.');
    const empty = await place();
    const db = openDatabase(empty.url);
    onTestFinished(() => db.destroy());
    await expect(backup(folder(), { target: empty.url, db })).rejects.toThrow('There is nothing to back up');
  });

  test('names the files that storage has lost, and keeps the others', async ({
    app,
    before,
    manifest,
    folder,
    backup,
  }) => {
    const { storage } = app.ctx();
    const [lost = ''] = before.bytes.keys();
    const verify: Storage['verify'] = async (key, pin) => {
      if (key === lost) throw new ObjectChanged(key);
      return storage.verify(key, pin);
    };
    const made = await backup(folder(), { storage: { ...storage, verify } });
    expect(made.files.missing).toEqual([lost]);
    expect(made.files.count).toBe(manifest.files.count - 1);
  });

  test('of an S3 holds the list, and is restored beside the bytes as they were', async ({
    app,
    folder,
    backup,
  }) => {
    const { storage } = app.ctx();
    const listed = folder();
    const rows = await rowsOf(app.url);
    const made = await backup(listed, { files: 'listed' });
    expect(fs.existsSync(path.join(listed, 'files'))).toBe(false);
    const to = await place();
    await expect(restoreTo(to, listed, made)).rejects.toThrow(
      /does not have them as they were:\n {2}samples\//,
    );
    await restoreTo({ ...to, storage }, listed, await check(listed));
    expect(await rowsOf(to.url)).toEqual(rows);
  });
});

describe('damage is named and nothing is touched', () => {
  test.for([
    [
      'database/people.copy.gz was changed or cannot be read',
      (of: string) => flip(path.join(of, tablePath('people'))),
    ],
    ['database/slots.copy.gz is not there', (of: string) => fs.rmSync(path.join(of, tablePath('slots')))],
    ['secrets.sealed.json was changed', (of: string) => flip(path.join(of, 'secrets.sealed.json'))],
    ['files.jsonl was changed', (of: string) => flip(path.join(of, 'files.jsonl'))],
    ['manifest.json was changed', (of: string) => flip(path.join(of, 'manifest.json'))],
    ['manifest.json is not there', (of: string) => fs.rmSync(path.join(of, 'manifest.json'))],
  ] as const)('%s', async ([words, damage], { copied }) => {
    const damaged = copied();
    damage(damaged);
    const [what = ''] = words.split(' ');
    const why = words.includes('changed') ? /was changed|cannot be read/ : /is not there/;
    await expect(check(damaged)).rejects.toThrow(new RegExp(`${what} .*(${why.source})`));
  });

  test('one byte of one file', async ({ before, copied }) => {
    const damaged = copied();
    const [key = ''] = before.bytes.keys();
    flip(path.join(damaged, copyPath(key)));
    await expect(check(damaged)).rejects.toThrow(`(${key}) was changed`);
  });

  test('a wrong passphrase', async ({ whole }) => {
    await expect(decryptSecrets(whole, `${PASSPHRASE}!`)).rejects.toThrow(
      'The passphrase is not the one that this backup was made with.',
    );
  });

  test('rows that are not what the manifest says are not kept', async ({ manifest, copied }) => {
    const changed = copied();
    const tables = manifest.tables.map((table) =>
      table.name === 'threads' ? { ...table, sha256: '0'.repeat(64) } : table,
    );
    writeManifest(changed, { ...manifest, tables });
    const to = await place();
    await expect(restoreTo(to, changed, await readManifest(changed))).rejects.toThrow(
      /threads is not what it was.*Nothing was restored\./,
    );
    expect(await bytesOf(to.storage)).toEqual(new Map());
    const client = await connect(to.url);
    onTestFinished(() => client.end());
    expect(await findNonEmptyTable(client)).toBe(null);
  });
});

describe('a place that is not empty is refused', () => {
  test('a database with rows', async ({ whole, manifest }) => {
    const to = await place();
    await migrate(to.url);
    const db = openDatabase(to.url);
    await sql`insert into rate_counters (key, hits, window_ends) values ('a', 1, '2026-01-01T00:00Z')`.execute(
      db,
    );
    await db.destroy();
    await expect(restoreTo(to, whole, manifest)).rejects.toThrow(
      'The database is not empty: rate_counters has rows.',
    );
  });

  test('storage with files', async ({ whole, manifest }) => {
    const to = await place();
    await to.storage.put('sessions/1/user/a', Buffer.from('a'), 1, 'text/plain');
    await expect(restoreTo(to, whole, manifest)).rejects.toThrow(
      'There are files in storage already, such as sessions/1/user/a.',
    );
    expect(await to.storage.head('sessions/1/user/a')).not.toBe(null);
  });

  test('a database that a studio runs on', async ({ app, whole, manifest }) => {
    const to = await place();
    const other = await testApp(undefined, { url: app.url });
    await expect(restoreTo({ ...to, url: app.url }, whole, manifest)).rejects.toThrow(
      'Talkback runs on this database.',
    );
    await other.close();
  });
});

/** What is written has no room: as a stream that breaks off says it. */
async function fullDisk(): Promise<Readable> {
  return new Readable({
    read() {
      this.destroy(Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' }));
    },
  });
}

/** Changes one byte in the middle. */
function flip(file: string): void {
  const bytes = fs.readFileSync(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
}
