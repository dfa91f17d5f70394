import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  closeFiles,
  dropFolder,
  fileNames,
  filesModal,
  makeWavFolder,
  panel,
  uploadRows,
} from '#test/browser/acts.ts';
import { book } from '#test/browser/booking.ts';
import { expect, test } from '#test/browser/test.ts';

const PAPER_BOATS = 100002;

/** Opens the files of the session whose panel is open. */
async function viewFiles(page: Page): Promise<void> {
  await panel(page)
    .getByRole('link', { name: /View Files/ })
    .click();
  await expect(filesModal(page)).toBeVisible();
}

async function chooseFiles(page: Page, chosen: string | string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await panel(page).getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(chosen);
}

/** A session of their own to upload to, with its files open. Returns its id. */
async function bookForUpload(page: Page, title: string): Promise<number> {
  const id = await book(page, title, 9);
  await page.goto(`/sessions/${id}/files-management`);
  await expect(panel(page).getByRole('link', { name: /View Files/ })).toBeVisible();
  return id;
}

test.describe('upload', () => {
  test('a dropped folder keeps its folders; each file has its row; finished ones can be hidden', async ({
    as,
  }, info) => {
    const folder = path.join(info.outputDir, 'Tides');
    makeWavFolder(folder, { 'stems/bass.wav': 'bass', 'stems/low/sub.wav': 'bass', 'mix.wav': 'mix' });
    fs.writeFileSync(path.join(folder, '.DS_Store'), 'litter');
    const page = await as('annual@demo.test', null);
    await bookForUpload(page, 'Tides');
    await dropFolder(page, folder);
    await expect(uploadRows(page).getByText('Completed')).toHaveCount(3);
    await viewFiles(page);
    await expect
      .poll(() => fileNames(page))
      .toEqual(['Tides/mix.wav', 'Tides/stems/bass.wav', 'Tides/stems/low/sub.wav']);
    await expect(
      filesModal(page).getByRole('tab', { name: /^Pre-session files \(by Priya Raman\)/ }),
    ).toHaveText(/3$/);
    await closeFiles(page);
    await panel(page).getByRole('button', { name: 'Hide finished uploads' }).click();
    await expect(uploadRows(page)).toHaveCount(0);
  });

  test('shows its progress, can be cancelled, and leaves nothing of a cancelled file', async ({
    as,
  }, info) => {
    const big = info.outputPath('long take.wav');
    fs.writeFileSync(big, Buffer.alloc(6 * 1024 * 1024, 7));
    const page = await as('annual@demo.test', null);
    await bookForUpload(page, 'Long Take');
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: 100_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await chooseFiles(page, big);
    await expect(uploadRows(page).getByText(/^[\d.]+ [kM]?B out of 6(\.\d+)? MB - \d+%$/)).toBeVisible();
    await expect(uploadRows(page).getByRole('progressbar')).toBeVisible();
    await uploadRows(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(uploadRows(page)).toHaveCount(0);
    await network.send('Network.emulateNetworkConditions', { ...slow, latency: 0, uploadThroughput: -1 });
    await page.reload();
    await viewFiles(page);
    await expect(filesModal(page).getByText('No files')).toBeVisible();
  });

  test('that fails says so on its row and can be tried again', async ({ as }, info) => {
    const folder = path.join(info.outputDir, 'Retry');
    makeWavFolder(folder, { 'keys.wav': 'keys' });
    const page = await as('annual@demo.test', null);
    await bookForUpload(page, 'Retry');
    await page.route('**/storage/**', (route) => route.fulfill({ status: 400, body: '' }));
    await chooseFiles(page, path.join(folder, 'keys.wav'));
    await expect(uploadRows(page).getByText('Failed')).toBeVisible();
    await expect(panel(page).getByText('Error uploading files for session')).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Send without these' })).toBeVisible();
    await page.unroute('**/storage/**');
    await uploadRows(page)
      .getByRole('button', { name: /^Retry/ })
      .click();
    await expect(uploadRows(page).getByText('Completed')).toBeVisible();
    await viewFiles(page);
    await expect.poll(() => fileNames(page)).toEqual(['keys.wav']);
  });

  test('over 5 GiB is refused before anything is sent', async ({ as }, info) => {
    const huge = info.outputPath('huge.wav');
    fs.writeFileSync(huge, '');
    fs.truncateSync(huge, 5_368_709_121);
    const page = await as('client@demo.test', `/sessions/${PAPER_BOATS}/files-management`);
    await chooseFiles(page, huge);
    await expect(panel(page).getByText('Error: Some files were larger than 5 GiB')).toBeVisible();
    await expect(uploadRows(page)).toHaveCount(0);
    fs.rmSync(huge);
  });

  test('goes on while one looks elsewhere, and warns before the page is left', async ({ as }, info) => {
    const big = info.outputPath('elsewhere.wav');
    fs.writeFileSync(big, Buffer.alloc(2 * 1024 * 1024, 9));
    const page = await as('annual@demo.test', null);
    await bookForUpload(page, 'Elsewhere');
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: 40_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await chooseFiles(page, big);
    await expect(uploadRows(page).getByRole('button', { name: 'Cancel' })).toBeVisible();
    await panel(page).getByRole('button', { name: 'Close' }).click();
    const overlay = page.getByRole('complementary', { name: 'Uploads' });
    await expect(overlay.getByText('0 of 1 file uploaded')).toBeVisible();
    const asked = page.waitForEvent('dialog');
    const leaving = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await leaving;
    await network.send('Network.emulateNetworkConditions', { ...slow, latency: 0, uploadThroughput: -1 });
    await overlay.getByRole('button', { name: 'Hide finished uploads' }).click();
    await expect(overlay).toHaveCount(0);
    await page.getByRole('link', { name: /Elsewhere/ }).click();
    await panel(page).getByRole('link', { name: 'Files Management' }).click();
    await viewFiles(page);
    await expect.poll(() => fileNames(page)).toEqual(['elsewhere.wav']);
  });
});
