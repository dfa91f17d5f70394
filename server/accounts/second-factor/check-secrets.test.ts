import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { test as base } from '#test/api/test.ts';
import { keyHash } from './authenticator-app.ts';
import { checkSecrets } from './check-secrets.ts';

const test = base.extend('folder', ({}, { onCleanup }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-secrets-'));
  onCleanup(() => fs.rmSync(folder, { recursive: true }));
  return folder;
});

test('a start with other secrets than those of an authenticator app names whose codes it would refuse', async ({
  app,
  folder,
}) => {
  const { settings } = app.ctx();
  const elsewhere = { ...settings, dataDir: folder };
  const operator = await app.people.signIn(await app.people.make('operator'));
  const setKey = (key_hash: Buffer | null) =>
    app.db.updateTable('authenticator_apps').set({ key_hash }).where('person_id', '=', operator.id).execute();

  await setKey(null);
  await checkSecrets({ db: app.db, settings: elsewhere });
  await setKey(keyHash({ settings }));
  await checkSecrets({ db: app.db, settings });
  await expect(checkSecrets({ db: app.db, settings: elsewhere })).rejects.toThrow(
    `secrets.json in ${folder} is not the one that authenticator apps were set up with: the codes of ${operator.email} would be refused here.`,
  );
});
