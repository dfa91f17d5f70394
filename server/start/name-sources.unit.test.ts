import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test as base } from 'vitest';
import { isNote, toSources } from './name-sources.ts';

const test = base.extend('folder', ({}, { onCleanup }) => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-sources-'));
  onCleanup(() => fs.rmSync(dir, { recursive: true, force: true }));
  return dir;
});

test('a place in a built file becomes that in its source; others stay', ({ folder }) => {
  // The third line of a.mjs is the first of verb.ts.
  const map = { version: 3, sources: ['../../server/verb.ts'], names: [], mappings: ';;AAAA' };
  fs.writeFileSync(path.join(folder, 'a.mjs.map'), JSON.stringify(map));
  const root = `${pathToFileURL(folder).href}/`;
  const named = toSources(root);
  const source = new URL('../../server/verb.ts', `${root}a.mjs`).href;
  expect(named(`    at verb (${root}a.mjs:3:1)`)).toBe(`    at verb (${source}:1:1)`);
  for (const place of [`${root}b.mjs:3:1`, 'file:///elsewhere/a.mjs:3:1', 'node:internal/process:1:2'])
    expect(named(`    at verb (${place})`)).toBe(`    at verb (${place})`);
});

const at = (name: string) => ({ getFileName: () => name });

test('what code outside of the build notes without a message is left as it is', () => {
  expect(isNote('file:///built/', new Error(), [at('/packages/stripe.js')])).toBe(true);
  expect(isNote('file:///built/', new Error('refused'), [at('/packages/stripe.js')])).toBe(false);
  expect(isNote('file:///built/', new Error(), [at('file:///built/a.mjs')])).toBe(false);
});
