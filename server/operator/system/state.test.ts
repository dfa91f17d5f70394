import { expect } from 'vitest';
import * as contract from '#shared/operator/system/contract-system.ts';
import { test as base } from '#test/api/test.ts';
import { checkData } from '../check-data.ts';

const test = base.extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'));

test('the system says what runs, whether it answers and what is stored', async ({
  app,
  operator,
  onTestFinished,
}) => {
  const read = async () => (await app.call(contract.getSystem, {}, operator)).body;
  const first = await read();
  expect(first.versions).toEqual({
    app: expect.stringMatching(/^\d+\.\d+\.\d+/),
    commit: first.versions.commit,
    node: process.version,
    postgresql: expect.stringMatching(/^\d+/),
    migrations: { count: expect.any(Number), last: expect.stringMatching(/^\d{4}_\w+\.sql$/) },
  });
  expect(first.backups).toBeNull();
  expect(first.ready).toEqual({ database: true, storage: true });
  expect(first.storage).toEqual({ measured: null, open_uploads: { files: 0, bytes: 0 }, to_delete: 0 });

  const key = 'sessions/1/user/nobody';
  const { storage } = app.ctx();
  await storage.put(key, Buffer.from('12345'), 5, 'text/plain');
  onTestFinished(() => storage.delete([key]));
  await checkData(app.ctx());
  const { measured } = (await read()).storage;
  expect(measured?.at).toBe(app.clock.now().toString());
  expect(measured?.kinds).toEqual([
    { kind: 'user', files: 0, bytes: 0 },
    { kind: 'output', files: 0, bytes: 0 },
    { kind: 'samples', files: 0, bytes: 0 },
    { kind: 'pictures', files: 0, bytes: 0 },
    { kind: 'orphans', files: 1, bytes: 5 },
  ]);
});

test('every setting is tried on request, at most 10 times a minute', async ({ app, operator }) => {
  const check = () => app.call(contract.checkHealth, {}, operator);
  const { status, body } = await check();
  expect(status).toBe(200);
  expect(body.findings.map(({ what }) => what)).toEqual([
    'Data folder',
    'Database',
    'Files',
    'Backups',
    'Mail',
    'Stripe',
    'PayPal',
    'Traces',
  ]);
  const more = await Promise.all(Array.from({ length: 10 }, async () => (await check()).status));
  expect(more.filter((one) => one === 429)).toHaveLength(1);
});
