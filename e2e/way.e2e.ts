import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  chooseAttendance,
  bytesOf,
  chooseFolder,
  closeFiles,
  credits,
  digests,
  downloadAll,
  enterOn,
  freeTimes,
  holdFreeTime,
  makeWavFolder,
  fillInTrack,
  panel,
  statusHeading,
  tabTo,
  movePastEnd,
  uploadRows,
} from '#test/browser/acts.ts';
import { PASSWORD } from '#test/made-demo.ts';
import { expect, test } from '#test/browser/test.ts';

test('a client books, sends a folder, the partner plays and delivers, and every byte comes home @phone-only', async ({
  visit,
  as,
  moveClock,
}, info) => {
  const stems = path.join(info.outputDir, 'Night Bus');
  const sent = makeWavFolder(stems, {
    'stems/bass.wav': 'bass',
    'stems/keys.wav': 'keys',
    'rough mix.wav': 'mix',
  });
  const takes = path.join(info.outputDir, 'Drums');
  const delivered = makeWavFolder(takes, { 'take 1.wav': 'drums', 'take 2 – ohne Röhre.wav': 'click' });

  const client = await visit('/');
  await client.getByRole('textbox', { name: 'Email Address' }).fill('client@demo.test');
  await client.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await client.getByRole('button', { name: 'LOGIN' }).click();

  await client.getByRole('link', { name: 'Rafa Monteiro' }).click();
  const before = await credits(client);
  await holdFreeTime(client);
  await fillInTrack(client, 'Night Bus');
  await chooseAttendance(client);
  await panel(client).getByRole('button', { name: 'Book for 1 credit' }).click();
  await expect(panel(client).getByText('Your session with Rafa Monteiro is booked.')).toBeVisible();
  await expect.poll(() => credits(client)).toBe(before - 1);

  await panel(client).getByRole('link', { name: 'Upload your files' }).click();
  await expect(client).toHaveURL(/\/sessions\/\d+\/files-management/);
  const id = /\/sessions\/(\d+)/.exec(client.url())?.[1] ?? '';
  await expect(statusHeading(client)).toHaveText('Files upload required');
  await chooseFolder(client, stems);
  await expect(uploadRows(client)).toHaveCount(3);
  await expect(uploadRows(client).getByText('Completed')).toHaveCount(3);
  await expect(statusHeading(client)).toHaveText('Files under review');

  const partner = await as('partner@demo.test', '/sessions');
  await partner.getByRole('link', { name: 'Nora Vance , Night Bus' }).click();
  await expect(statusHeading(partner)).toHaveText('Pending your review');
  await panel(partner).getByRole('link', { name: 'Review Session Files' }).click();
  expect(digests(await downloadAll(partner))).toEqual(digests(sent));
  await closeFiles(partner);
  await panel(partner).getByRole('button', { name: 'Ready to go!' }).click();
  await expect(statusHeading(partner)).toHaveText('Ready to go!');
  await client.reload();
  await expect(statusHeading(client)).toHaveText('Ready to go!');

  await movePastEnd(client, id, moveClock);
  await expect(statusHeading(partner)).toHaveText('Files upload required');
  await expect(statusHeading(client)).toHaveText('Awaiting session files');

  await panel(partner).getByRole('link', { name: 'Files Management' }).click();
  await chooseFolder(partner, takes);
  await expect(uploadRows(partner).getByText('Completed')).toHaveCount(2);
  await expect(statusHeading(partner)).toHaveText('Files uploaded');

  await client.reload();
  await expect(statusHeading(client)).toHaveText('Files ready to download!');
  await panel(client).getByRole('link', { name: 'See the files' }).click();
  expect(digests(await downloadAll(client))).toEqual(digests(delivered));
  expect(await credits(client)).toBe(before - 1);
});

const press = (page: Page, name: string) =>
  enterOn(page, panel(page).getByRole('button', { name, exact: true }));

/** Goes down the days by keyboard, over times that are taken. */
async function goToFree(page: Page): Promise<void> {
  const focused = panel(page).locator(':focus');
  for (let days = 0; days < 7; days += 1) {
    const before = await focused.getAttribute('aria-label');
    await page.keyboard.press('ArrowDown');
    const name = await focused.getAttribute('aria-label');
    expect(name, 'the arrow moves').not.toBe(before);
    if (name?.endsWith(', free')) return;
  }
  throw new Error('There is no free time below');
}

test('the whole way works by keyboard alone @variant', async ({ visit, as, moveClock }, info) => {
  const folder = path.join(info.outputDir, 'Keys Only');
  makeWavFolder(folder, { 'guide.wav': 'lead', 'take.wav': 'drums' });
  const send = async (page: Page, file: string) => {
    const chooser = page.waitForEvent('filechooser');
    await enterOn(page, panel(page).getByRole('button', { name: 'Choose files' }));
    await (await chooser).setFiles(path.join(folder, file));
  };

  const client = await visit('/explore');
  await tabTo(client, client.getByRole('textbox', { name: 'Email Address' }));
  await client.keyboard.type('client2@demo.test');
  await tabTo(client, client.getByLabel('Password', { exact: true }));
  await client.keyboard.type(PASSWORD);
  await client.keyboard.press('Enter');

  await enterOn(client, client.getByRole('link', { name: 'Rafa Monteiro' }));
  await tabTo(client, freeTimes(client));
  await client.keyboard.press('PageDown');
  await client.keyboard.press('ArrowRight');
  await goToFree(client);
  await client.keyboard.press('Space');
  await expect(panel(client).locator(':focus')).toHaveAccessibleName(/, chosen$/);
  await press(client, 'Continue Track details');
  await tabTo(client, panel(client).getByLabel('Track', { exact: true }));
  await client.keyboard.type('Keys Only');
  await press(client, 'Continue Session Details');
  await tabTo(client, panel(client).getByRole('radio'));
  await client.keyboard.press('Space');
  await press(client, 'Continue Pre Confirmation');
  await press(client, 'Book for 1 credit');
  await enterOn(client, panel(client).getByRole('link', { name: 'Upload your files' }));
  await expect(client).toHaveURL(/\/files-management/);
  const id = /\/sessions\/(\d+)/.exec(client.url())?.[1] ?? '';
  await send(client, 'guide.wav');
  await expect(statusHeading(client)).toHaveText('Files under review');

  const partner = await as('partner@demo.test', '/sessions');
  await enterOn(partner, partner.getByRole('link', { name: 'Jonas Lindqvist , Keys Only' }));
  await press(partner, 'Ready to go!');
  await expect(statusHeading(partner)).toHaveText('Ready to go!');
  await movePastEnd(client, id, moveClock);
  await expect(statusHeading(partner)).toHaveText('Files upload required');
  await enterOn(partner, panel(partner).getByRole('link', { name: 'Files Management' }));
  await send(partner, 'take.wav');
  await expect(statusHeading(partner)).toHaveText('Files uploaded');

  await client.keyboard.press('Escape');
  await expect(panel(client)).toHaveCount(0);
  await client.reload();
  await enterOn(client, client.getByRole('link', { name: /^Previous/ }));
  await enterOn(client, client.getByRole('link', { name: 'Rafa Monteiro , Keys Only' }));
  await enterOn(client, panel(client).getByRole('link', { name: 'See the files' }));
  const started = client.waitForEvent('download');
  await press(client, 'Download take.wav');
  expect((await bytesOf(await started)).equals(fs.readFileSync(path.join(folder, 'take.wav')))).toBe(true);
});
