import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepSecrets } from './secrets.ts';

let dir = '';
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-secrets-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

test('secrets are made once, kept, and readable by their owner only', () => {
  const first = keepSecrets(dir);
  expect(first.storageSecret.length).toBeGreaterThanOrEqual(43);
  expect(keepSecrets(dir)).toEqual(first);
  expect(fs.statSync(path.join(dir, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(dir)).toEqual(['secrets.json']);
});

test('two data folders have different secrets', () => {
  const other = path.join(dir, 'other');
  fs.mkdirSync(other);
  expect(keepSecrets(other)).not.toEqual(keepSecrets(dir));
});

test('a damaged file stops the start and is left as it is', () => {
  const file = path.join(dir, 'secrets.json');
  for (const text of ['{"storageSecret":', '{"storageSecret":"short"}', '[]', 'null']) {
    fs.writeFileSync(file, text);
    expect(() => keepSecrets(dir)).toThrow(/secrets\.json is damaged/);
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  }
});
