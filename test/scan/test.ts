import { rm } from 'node:fs/promises';
import { test as base } from 'vitest';
import { temporaryFolder } from '#test/browser/demo-folder.ts';

/** `test` with a folder for what scanners read and write. */
export const test = base.extend('folder', async ({}, { onCleanup }) => {
  const folder = temporaryFolder();
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  return folder;
});
