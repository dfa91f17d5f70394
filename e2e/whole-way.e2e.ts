import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  chooseFolder,
  closeFiles,
  digests,
  filesModal,
  makeWavFolder,
  panel,
  statusHeading,
  movePastEnd,
  uploadRows,
} from '#test/browser/acts.ts';
import { unpackZip } from '#test/rooms/zip.ts';
import { book, dialog } from '#test/browser/booking.ts';
import { expect, test } from '#test/browser/test.ts';
import {
  downloadUntilAborted,
  allowServerDown,
  writeRandomFile,
  downloadRequest,
  resumeDownload,
  storedChecksums,
  throttle,
  watchParts,
} from '#test/browser/traffic.ts';

/** How large the client's folder is, in MiB; `WAY_MB=300` for the long form. One file is above 64 MiB and goes in parts. */
const FOLDER_MB = Number(process.env['WAY_MB'] ?? 78);
/** The delivery, of which a zip is broken in the middle. */
const DELIVERY_MB = FOLDER_MB / 2;
const BYTES_A_SECOND = 25_000_000;

const title = 'Long Road';

/** A folder with one file for parts and some small ones: path in the session → SHA-256. */
function makeFolder(folder: string): Record<string, string> {
  const large = Math.ceil(FOLDER_MB * 0.85);
  const small = Math.floor((FOLDER_MB - large) / 3);
  const takes = {
    'live room.wav': large,
    'stems/bass.wav': small,
    'stems/keys.wav': small,
    'voice.wav': small,
  };
  const name = path.basename(folder);
  return Object.fromEntries(
    Object.entries(takes).map(([file, size]) => [
      `${name}/${file}`,
      writeRandomFile(path.join(folder, file), size),
    ]),
  );
}

async function say(page: Page, text: string): Promise<void> {
  await panel(page)
    .getByRole('link', { name: /^Messages/ })
    .click();
  await panel(page).getByRole('textbox', { name: 'Your message' }).fill(text);
  await panel(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel(page).getByRole('listitem').filter({ hasText: text })).toContainText(/\d - \d/);
}

async function chooseFile(page: Page, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await panel(page).getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(file);
}

test('a folder survives the server, is asked for again, talked about, played, delivered, broken off, rated @variant', async ({
  as,
  studio,
  faults,
  moveClock,
}, info) => {
  // Hundreds of megabytes travel three times, and the server dies twice.
  test.setTimeout(120_000 + FOLDER_MB * 3000);
  allowServerDown(faults);
  const folder = path.join(info.outputDir, 'Long Road');
  const sent = makeFolder(folder);

  const client = await as('client@demo.test', null);
  const id = await book(client, title, 9);
  await client.goto(`/sessions/${id}/files-management`);
  const parts = watchParts(client, 2);
  await throttle(client, BYTES_A_SECOND);
  await chooseFolder(client, folder);
  await expect(uploadRows(client)).toHaveCount(4);
  await expect.poll(() => parts.stored.length).toBeGreaterThanOrEqual(2);
  await studio.kill();
  await expect(uploadRows(client).getByText('Waiting for the connection…').first()).toBeVisible();
  await throttle(client, null);
  await studio.restart();
  await expect(uploadRows(client).getByText('Completed')).toHaveCount(4, { timeout: FOLDER_MB * 1000 });
  expect(new Set(parts.stored).size, 'each part was taken once').toBe(parts.stored.length);
  await expect(statusHeading(client)).toHaveText('Files under review');

  const partner = await as('partner@demo.test', `/sessions/${id}`);
  await expect(statusHeading(partner)).toHaveText('Pending your review');
  expect(await storedChecksums(partner, id), 'what the client sent').toEqual(sent);
  await panel(partner).getByRole('link', { name: 'Review', exact: true }).click();
  await panel(partner)
    .getByRole('radio', { name: /^Request a file update/ })
    .check();
  await panel(partner).getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(partner.getByText('Feedback was sent successfully!')).toBeVisible();
  await expect(statusHeading(partner)).toHaveText('Awaiting client update');
  await say(partner, 'The first verse is the one I mean.');

  await client.goto(`/sessions/${id}/messages`);
  await expect(statusHeading(client)).toHaveText('Files update required');
  await expect(panel(client).getByText('The first verse is the one I mean.')).toBeVisible();
  await say(client, 'Here it comes, 6 dB lower.');
  await panel(client).getByRole('link', { name: 'Files Management' }).click();
  const again = path.join(info.outputDir, 'voice, second try.wav');
  const sum = writeRandomFile(again, 3);
  await chooseFile(client, again);
  await expect(uploadRows(client).getByText('voice, second try.wav')).toBeVisible();
  await expect(statusHeading(client)).toHaveText('Files under review');

  await partner.reload();
  await expect(panel(partner).getByText('Here it comes, 6 dB lower.')).toBeVisible();
  expect(await storedChecksums(partner, id)).toEqual({ ...sent, 'voice, second try.wav': sum });
  await panel(partner).getByRole('link', { name: 'Session Details' }).click();
  await panel(partner).getByRole('button', { name: 'Ready to go!' }).click();
  await expect(statusHeading(partner)).toHaveText('Ready to go!');

  await movePastEnd(client, id, moveClock);
  await expect(statusHeading(partner)).toHaveText('Files upload required');
  const takes = path.join(info.outputDir, 'Drums');
  const played = makeWavFolder(takes, { 'take 1.wav': 'drums' });
  const delivered = {
    ...digests(played),
    'Drums/room.wav': writeRandomFile(path.join(takes, 'room.wav'), DELIVERY_MB),
  };
  await panel(partner).getByRole('link', { name: 'Files Management' }).click();
  await chooseFolder(partner, takes);
  await expect(statusHeading(partner)).toHaveText('Files uploaded', { timeout: FOLDER_MB * 1000 });

  await client.goto(`/sessions/${id}`);
  await expect(statusHeading(client)).toHaveText('Files ready to download!');
  await panel(client).getByRole('link', { name: 'See the files' }).click();
  await filesModal(client).getByRole('button', { name: 'Play Drums/take 1.wav' }).click();
  await expect(filesModal(client).getByRole('status').filter({ hasText: /^Play/ })).toHaveText(
    'Playing Drums/take 1.wav',
  );
  const place = filesModal(client).getByRole('region', { name: 'Player' }).getByRole('slider');
  await expect.poll(async () => Number(await place.getAttribute('aria-valuenow'))).toBeGreaterThan(0);

  await filesModal(client).getByRole('button', { name: 'Download all files' }).click();
  const link = filesModal(client).getByRole('link', { name: 'Your files are ready! Press to download' });
  const reading = await downloadRequest(client, (await link.getAttribute('href')) ?? '');
  const zip = path.join(info.outputDir, 'delivery.zip');
  const broken = await downloadUntilAborted(reading, zip, (DELIVERY_MB * 2 ** 20) / 2, () => studio.kill());
  expect(broken.received).toBeLessThan(broken.length);
  await studio.restart();
  await resumeDownload(reading, zip, broken.etag);
  expect(fs.statSync(zip).size).toBe(broken.length);
  expect(digests(unpackZip(fs.readFileSync(zip)))).toEqual(delivered);

  await closeFiles(client);
  await panel(client).getByRole('link', { name: 'Rate your session' }).click();
  const rating = dialog(client, 'Rate your session');
  await rating.getByRole('radio', { name: '5 stars: Outstanding' }).check();
  await rating.getByLabel('Comment (optional)').fill('Every byte.');
  await rating.getByRole('button', { name: 'Send rating' }).click();
  await expect(rating.getByRole('heading', { name: 'Thank you for your rating!' })).toBeVisible();
  await rating.getByRole('button', { name: 'Close' }).last().click();
  await expect(client.getByRole('region', { name: 'Your rating' })).toContainText('Rated 5 of 5');
});
