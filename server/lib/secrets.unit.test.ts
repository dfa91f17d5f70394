import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base } from 'vitest';
import { loadSecrets } from './secrets.ts';

const test = base.extend('dir', ({}, { onCleanup }) => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-secrets-'));
  onCleanup(() => fs.rmSync(dir, { recursive: true, force: true }));
  return dir;
});

test('secrets are made once, kept, and readable by their owner only', ({ dir }) => {
  const first = loadSecrets(dir);
  expect(first.storageSecret.length).toBeGreaterThanOrEqual(43);
  expect(loadSecrets(dir)).toEqual(first);
  expect(fs.statSync(path.join(dir, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(dir)).toEqual(['secrets.json']);
});

test('a file of an earlier version gets what it lacks and keeps what it has', ({ dir }) => {
  const { devToken, ...before } = loadSecrets(dir);
  fs.writeFileSync(path.join(dir, 'secrets.json'), JSON.stringify(before));
  const after = loadSecrets(dir);
  expect(after).toEqual({ ...before, devToken: expect.stringMatching(/^[\w-]{43}$/) });
  expect(after.devToken).not.toBe(devToken);
  expect(loadSecrets(dir)).toEqual(after);
});

test('two data folders have different secrets', ({ dir }) => {
  const other = path.join(dir, 'other');
  fs.mkdirSync(other);
  expect(loadSecrets(other)).not.toEqual(loadSecrets(dir));
});

test('a damaged file stops the start and is left as it is', ({ dir }) => {
  const file = path.join(dir, 'secrets.json');
  for (const text of ['{"storageSecret":', '{"storageSecret":"short"}', '[]', 'null']) {
    fs.writeFileSync(file, text);
    expect(() => loadSecrets(dir)).toThrow(/secrets\.json is damaged/);
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  }
});
