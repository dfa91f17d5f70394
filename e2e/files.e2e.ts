import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  attend,
  bytesOf,
  chooseFolder,
  dropFolder,
  holdATime,
  makeWavFolder,
  nameTheTrack,
  panel,
  uploadRows,
} from './rig/acts.ts';
import { checkA11y } from './rig/screen.ts';
import { expect, test } from './rig/test.ts';

const PAPER_BOATS = 100002;
const HARBOUR_LIGHTS = 100006;

const rows = (page: Page) =>
  panel(page)
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const files = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => row.firstElementChild?.textContent));

async function chooseFiles(page: Page, chosen: string | string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await panel(page).getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(chosen);
}

/** A session of their own to upload to, with its files open. */
async function bookForUpload(page: Page, title: string): Promise<void> {
  await holdATime(page);
  await nameTheTrack(page, title);
  await attend(page);
  await panel(page)
    .getByRole('button', { name: /^Book for/ })
    .click();
  await panel(page).getByRole('link', { name: 'Upload your files' }).click();
  await expect(panel(page).getByText('No files')).toBeVisible();
}

test.describe('upload (part 2 "Files management zone")', () => {
  test('a dropped folder keeps its folders; each file has its row; finished ones can be hidden', async ({
    as,
  }, info) => {
    const folder = path.join(info.outputDir, 'Tides');
    makeWavFolder(folder, { 'stems/bass.wav': 'bass', 'stems/low/sub.wav': 'bass', 'mix.wav': 'mix' });
    fs.writeFileSync(path.join(folder, '.DS_Store'), 'litter');
    const page = await as('annual@demo.test', '/explore/isaac-turner');
    await bookForUpload(page, 'Tides');
    await dropFolder(page, folder);
    await expect(uploadRows(page).getByText('Completed')).toHaveCount(3);
    await expect
      .poll(() => files(page))
      .toEqual(['Tides/mix.wav', 'Tides/stems/bass.wav', 'Tides/stems/low/sub.wav']);
    await expect(panel(page).getByRole('tab', { name: /^Pre-session files \(by Priya Raman\)/ })).toHaveText(
      /3$/,
    );
    await panel(page).getByRole('button', { name: 'Hide finished uploads' }).click();
    await expect(uploadRows(page)).toHaveCount(0);
  });

  test('shows its progress, can be cancelled, and leaves nothing of a cancelled file', async ({
    as,
  }, info) => {
    const big = info.outputPath('long take.wav');
    fs.writeFileSync(big, Buffer.alloc(6 * 1024 * 1024, 7));
    const page = await as('annual@demo.test', '/explore/isaac-turner');
    await bookForUpload(page, 'Long Take');
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: 300_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await chooseFiles(page, big);
    await expect(uploadRows(page).getByText(/^[\d.]+ [kM]?B out of 6(\.\d+)? MB - \d+%$/)).toBeVisible();
    await expect(uploadRows(page).getByRole('progressbar')).toBeVisible();
    await uploadRows(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(uploadRows(page)).toHaveCount(0);
    await network.send('Network.emulateNetworkConditions', { ...slow, latency: 0, uploadThroughput: -1 });
    await page.reload();
    await expect(panel(page).getByText('No files')).toBeVisible();
  });

  test('that fails says so on its row and can be tried again', async ({ as, faults }, info) => {
    faults.allow(/S3 returned 400/);
    const folder = path.join(info.outputDir, 'Retry');
    makeWavFolder(folder, { 'keys.wav': 'keys' });
    const page = await as('annual@demo.test', '/explore/isaac-turner');
    await bookForUpload(page, 'Retry');
    await page.route('**/storage/**', (route) => route.fulfill({ status: 400, body: '' }));
    await chooseFiles(page, path.join(folder, 'keys.wav'));
    await expect(uploadRows(page).getByText('Failed')).toBeVisible({ timeout: 30_000 });
    await expect(panel(page).getByText('Error uploading files for session')).toBeVisible();
    await page.unroute('**/storage/**');
    await uploadRows(page)
      .getByRole('button', { name: /^Try again/ })
      .click();
    await expect(uploadRows(page).getByText('Completed')).toBeVisible();
    await expect.poll(() => files(page)).toEqual(['keys.wav']);
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
    const page = await as('annual@demo.test', '/explore/isaac-turner');
    await bookForUpload(page, 'Elsewhere');
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: 400_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await chooseFiles(page, big);
    await expect(uploadRows(page).getByRole('button', { name: 'Cancel' })).toBeVisible();
    await panel(page).getByRole('button', { name: 'Close' }).click();
    const note = page.getByRole('link', { name: /0 of 1 files uploaded/ });
    await expect(note).toBeVisible();
    const asked = page.waitForEvent('dialog');
    const leaving = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await leaving;
    await network.send('Network.emulateNetworkConditions', { ...slow, latency: 0, uploadThroughput: -1 });
    await expect(note).toHaveCount(0);
    await page.getByRole('link', { name: /Elsewhere/ }).click();
    await panel(page).getByRole('link', { name: 'Files Management' }).click();
    await expect.poll(() => files(page)).toEqual(['elsewhere.wav']);
  });
});

test.describe('the list (part 2 "Files modal")', () => {
  test('shows folders, times and sizes, sorted by any column', async ({ as }) => {
    const page = await as('client2@demo.test', '/sessions?tab=previous');
    await page.getByRole('link', { name: /Small Hours/ }).click();
    await panel(page).getByRole('link', { name: 'Files Management' }).click();
    await panel(page)
      .getByRole('tab', { name: /^Session files \(by Rafa Monteiro\)/ })
      .click();
    await expect
      .poll(() => files(page))
      .toEqual(['bounce.mp3', 'takes/drums-take-1.wav', 'takes/drums-take-2.wav']);
    await expect(rows(page).first()).toContainText(/\d\d:\d\d:\d\d [AP]M, \d\d \w{3} \d\d/);
    await panel(page).getByRole('button', { name: 'Name' }).click();
    await expect
      .poll(() => files(page))
      .toEqual(['takes/drums-take-2.wav', 'takes/drums-take-1.wav', 'bounce.mp3']);
    await panel(page).getByRole('button', { name: 'Size' }).click();
    await expect(panel(page).getByRole('columnheader', { name: 'Size' })).toHaveAttribute(
      'aria-sort',
      /ascending|descending/,
    );
  });

  test('gives a single file, whole', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${HARBOUR_LIGHTS}/files-management?folder=output`);
    const started = page.waitForEvent('download');
    await panel(page).getByRole('button', { name: 'Download drums-take-1.wav' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('drums-take-1.wav');
    const wav = await bytesOf(download);
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
  });

  test('offers a client the zip of what came back, and deleting only of their own; the partner the other way round', async ({
    as,
  }) => {
    const client = await as('client@demo.test', `/sessions/${PAPER_BOATS}/files-management`);
    await expect(
      panel(client).getByRole('button', { name: 'Delete all pre-session files (by Nora Vance)' }),
    ).toBeVisible();
    await expect(panel(client).getByRole('button', { name: 'Download all files' })).toHaveCount(0);
    const partner = await as('partner@demo.test', `/sessions/${PAPER_BOATS}/files-management`);
    await expect(panel(partner).getByRole('button', { name: 'Download all files' })).toBeVisible();
    await expect(panel(partner).getByRole('button', { name: /^Delete all/ })).toHaveCount(0);
  });

  test('is emptied after asking, and the session waits for files again', async ({ as }, info) => {
    const folder = path.join(info.outputDir, 'Second Thoughts');
    makeWavFolder(folder, { 'one.wav': 'lead' });
    const page = await as('annual@demo.test', '/explore/isaac-turner');
    await bookForUpload(page, 'Second Thoughts');
    await chooseFolder(page, folder);
    await expect(uploadRows(page).getByText('Completed')).toHaveCount(1);
    await panel(page).getByRole('button', { name: 'Delete all pre-session files (by Priya Raman)' }).click();
    const question = page.getByRole('dialog', {
      name: 'Are you sure you want to delete all pre-session files (by Priya Raman)?',
    });
    await checkA11y(page, 'panel');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(panel(page).getByText('No files')).toBeVisible();
    await expect(
      panel(page).getByRole('region', { name: 'Where this session is' }).getByRole('heading'),
    ).toHaveText('Files upload required');
  });
});

test('delivered files of people with limitations expire 30 days after the session (part 2 section 4)', async ({
  as,
  moveClock,
}) => {
  const files = async (): Promise<Page> => {
    const page = await as('ondemand@demo.test', '/sessions?tab=previous');
    await page.getByRole('link', { name: /Velvet Rope/ }).click();
    await panel(page).getByRole('link', { name: 'Files Management' }).click();
    await panel(page)
      .getByRole('tab', { name: /^Session files/ })
      .click();
    return page;
  };
  const before = await files();
  await expect(panel(before).getByRole('button', { name: 'Download all files' })).toBeVisible();
  await moveClock({ hours: 24 * 30 });
  const after = await files();
  const folder = panel(after).getByRole('tabpanel', { name: /^Session files/ });
  await expect(folder.getByText('Files expired', { exact: true })).toBeVisible();
  await expect(panel(after).getByRole('heading', { name: 'Files expired' })).toBeVisible();
  await expect(panel(after).getByRole('button', { name: /^Download/ })).toHaveCount(0);
});
