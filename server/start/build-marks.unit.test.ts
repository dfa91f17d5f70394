import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base } from 'vitest';
import { markBuild, oldestRunningBuild } from './build-marks.ts';

const BUILT = new Date('2026-11-01T12:00:00Z');

const test = base.extend('folder', ({}, { onCleanup }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-marks-'));
  onCleanup(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'main.mjs'), '');
  fs.utimesSync(path.join(folder, 'main.mjs'), BUILT, BUILT);
  return folder;
});

test('a build is as old as it was when its server started, whatever is built later', ({ folder }) => {
  expect(oldestRunningBuild(folder)).toBe(Infinity);
  markBuild(folder);
  fs.writeFileSync(path.join(folder, 'main.mjs'), 'newer');
  expect(oldestRunningBuild(folder)).toBe(BUILT.getTime());
});

test('a server that has ended keeps no build, and its mark goes', ({ folder }) => {
  markBuild(folder);
  const mark = path.join(folder, 'running', String(process.pid));
  // The same id in another process.
  fs.writeFileSync(mark, `${process.pid} another start\n`);
  expect(oldestRunningBuild(folder)).toBe(Infinity);
  expect(fs.existsSync(mark)).toBe(false);
});

test('where no mark can be written the server runs on', ({ folder }) => {
  fs.writeFileSync(path.join(folder, 'running'), '');
  expect(() => markBuild(folder)).not.toThrow();
});
