import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base } from 'vitest';
import { SECRETS, withSecretFiles } from './secret-files.ts';
import { readSettings } from './settings.ts';

const test = base
  .extend('folder', { scope: 'file' }, ({}, { onCleanup }) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'talkback-secrets-'));
    onCleanup(() => rmSync(folder, { recursive: true }));
    return folder;
  })
  .extend('fileOf', ({ folder }) => (content: string): string => {
    const file = path.join(folder, 'secret');
    writeFileSync(file, content);
    return file;
  });

test('a secret is read from the file that its variable with _FILE names, without the line break at its end', ({
  fileOf,
}) => {
  const env = { SMTP_URL_FILE: ` ${fileOf('smtp://mail.test:25\r\n')} `, PORT: '5000' };
  expect(withSecretFiles(env)).toEqual({ ...env, SMTP_URL: 'smtp://mail.test:25' });
  expect(readSettings(env)).toMatchObject({ smtpUrl: 'smtp://mail.test:25', port: 5000 });
});

test('what depends on a setting is the same when it is in a file', ({ fileOf }) => {
  expect(readSettings({ DATABASE_URL_FILE: fileOf('postgres://x/y') })).toMatchObject({
    databaseUrl: 'postgres://x/y',
    demo: false,
  });
  expect(() => readSettings({ STRIPE_SECRET_KEY_FILE: fileOf('sk_test_1') })).toThrow(
    /^STRIPE_PUBLISHABLE_KEY is needed because STRIPE_SECRET_KEY is set/,
  );
});

test('an empty variable counts as unset, with _FILE as without', ({ fileOf }) => {
  expect(withSecretFiles({ SMTP_URL_FILE: '  ' })).toEqual({ SMTP_URL_FILE: '  ' });
  expect(readSettings({ SMTP_URL: ' ', SMTP_URL_FILE: fileOf('smtp://a') }).smtpUrl).toBe('smtp://a');
});

test('only secrets are read from files', ({ fileOf }) => {
  expect(readSettings({ PORT_FILE: fileOf('5000') }).port).toBe(4000);
});

test('both at once, and a file that is missing, a folder, empty or large, are named by the variable', ({
  fileOf,
  folder,
}) => {
  const given = fileOf('smtp://hunter2');
  expect(() => readSettings({ SMTP_URL: 'smtp://other', SMTP_URL_FILE: given })).toThrow(
    'SMTP_URL and SMTP_URL_FILE are both set: only one of them can be right.',
  );
  for (const file of [folder, path.join(folder, 'none')])
    expect(() => readSettings({ SMTP_URL_FILE: file })).toThrow(
      'SMTP_URL_FILE takes the path of a file that Talkback may read.',
    );
  expect(() => readSettings({ SMTP_URL_FILE: fileOf(' \n') })).toThrow('SMTP_URL_FILE names an empty file.');
  expect(() => readSettings({ SMTP_URL_FILE: fileOf('x'.repeat(70_000)) })).toThrow(
    'SMTP_URL_FILE names a file above 64 KiB.',
  );
});

test('a message never repeats what the file holds', ({ fileOf }) => {
  expect(() => readSettings({ STRIPE_SECRET_KEY_FILE: fileOf('hunter2') })).toThrow(
    /^(?!.*hunter2)STRIPE_SECRET_KEY takes/,
  );
});

test('a command reads its own secret the same way', ({ fileOf }) => {
  const env = withSecretFiles({ BACKUP_PASSPHRASE_FILE: fileOf('a long passphrase\n') }, [
    'BACKUP_PASSPHRASE',
  ]);
  expect(env['BACKUP_PASSPHRASE']).toBe('a long passphrase');
});

test('the operating page names each of them', () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const section = page.split('### Secrets in files')[1]?.split('\n## ')[0] ?? '';
  expect(SECRETS.length).toBeGreaterThan(5);
  expect(SECRETS.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});
