import type { Page } from '@playwright/test';
import { RATE } from '#demo/audio.ts';
import { closeFiles, enterOn, filesModal, sendFiles, tabTo } from '#test/browser/acts.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** The player of the files modal (docs/product/files.md#player). */

const PAPER_BOATS = 100002;
const HARBOUR_LIGHTS = 100006;
const OUTPUT = `/sessions?modal=files&session=${HARBOUR_LIGHTS}&folder=output`;
const INPUT = `/sessions?modal=files&session=${PAPER_BOATS}&folder=user`;

const player = (page: Page) => filesModal(page).getByRole('region', { name: 'Player' });
const slider = (page: Page) => player(page).getByRole('slider');
/** What screen readers announce. */
const said = (page: Page) =>
  filesModal(page)
    .getByRole('status')
    .filter({ hasText: /^(Playing|Paused) / });
const playButton = (page: Page, name: string) =>
  filesModal(page).getByRole('table').getByRole('button', { name, exact: true });
/** Seconds into the file. */
const place = async (page: Page) => Number(await slider(page).getAttribute('aria-valuenow'));

/** A stereo WAV of silence that is that long. */
function longWav(seconds: number): Buffer {
  const bytes = RATE * 4 * seconds;
  const wav = Buffer.alloc(44 + bytes);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + bytes, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 4, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(bytes, 40);
  return wav;
}

/** A window with one more file in a session, long enough to do something with it. */
async function withLongFile(page: Page, name: string, seconds = 120): Promise<void> {
  await sendFiles(page, PAPER_BOATS, { [name]: longWav(seconds) });
  await page.goto(INPUT);
  await expect(playButton(page, `Play ${name}`)).toBeVisible();
}

test('plays mp3 and wav, one at a time @phone', async ({ as }) => {
  const page = await as('client@demo.test', OUTPUT);
  await playButton(page, 'Play bounce.mp3').click();
  await expect(said(page)).toHaveText('Playing bounce.mp3');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^0:0\d of 0:0\d$/);
  await expect.poll(() => place(page)).toBeGreaterThan(0);
  await playButton(page, 'Play takes/drums-take-1.wav').click();
  await expect(said(page)).toHaveText('Playing takes/drums-take-1.wav');
  await expect(playButton(page, 'Play bounce.mp3')).toBeVisible();
  await checkA11y(page, 'panel');
  await player(page).getByRole('button', { name: 'Close the player' }).click();
  await expect(player(page)).toHaveCount(0);
});

test('goes on while the other tab is looked at, and pauses @variant', async ({ as }) => {
  const page = await as('client@demo.test', null);
  await withLongFile(page, 'two minutes.wav');
  await playButton(page, 'Play two minutes.wav').click();
  await expect(said(page)).toHaveText('Playing two minutes.wav');
  await filesModal(page)
    .getByRole('tab', { name: /^Session files/ })
    .click();
  await expect(filesModal(page).getByText('No files', { exact: true })).toBeVisible();
  await player(page).getByRole('button', { name: 'Pause two minutes.wav' }).click();
  await expect(said(page)).toHaveText('Paused two minutes.wav');
  const stood = await slider(page).getAttribute('aria-valuetext');
  await player(page).getByRole('button', { name: 'Play two minutes.wav' }).click();
  await expect(said(page)).toHaveText('Playing two minutes.wav');
  await expect(slider(page)).not.toHaveAttribute('aria-valuetext', stood ?? '');
});

test('seeks by press and by drag, and falls silent when the modal closes', async ({ as }) => {
  const page = await as('client@demo.test', null);
  await sendFiles(page, PAPER_BOATS, { 'five minutes.wav': longWav(300) });
  // How much of storage's bytes really travels, and how it is asked for.
  let received = 0;
  const ranges: string[] = [];
  const network = await page.context().newCDPSession(page);
  const ours = new Set<string>();
  await network.send('Network.enable');
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/storage/')) ours.add(requestId);
  });
  network.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (ours.has(requestId)) received += dataLength;
  });
  page.on('response', (response) => {
    if (response.url().includes('/storage/'))
      ranges.push(`${response.status()} ${response.headers()['content-range'] ?? ''}`);
  });

  await page.goto(INPUT);
  await playButton(page, 'Play five minutes.wav').click();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', / of 5:00$/);
  // Waits until it has stopped moving.
  await slider(page).hover();
  const box = (await slider(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = (part: number) => [box.x + box.width * part, box.y + box.height / 2] as const;
  await page.mouse.click(...at(0.5));
  await expect.poll(() => place(page)).toBeGreaterThanOrEqual(147);
  await page.mouse.move(...at(0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.7));
  await page.mouse.move(...at(0.9));
  await page.mouse.up();
  await expect.poll(() => place(page)).toBeGreaterThanOrEqual(267);
  await expect(said(page)).toHaveText('Playing five minutes.wav');

  expect(ranges.every((range) => /^206 bytes \d+-/.test(range))).toBe(true);
  expect(ranges.some((range) => !range.startsWith('206 bytes 0-'))).toBe(true);
  expect(received).toBeLessThan((300 * RATE * 4) / 2);

  await closeFiles(page);
  await page.goto(INPUT);
  await expect(playButton(page, 'Play five minutes.wav')).toBeVisible();
  await expect(player(page)).toHaveCount(0);
});

test('is played by keyboard alone @variant', async ({ as }) => {
  const page = await as('client@demo.test', null);
  await withLongFile(page, 'by keys.wav');
  await enterOn(page, playButton(page, 'Play by keys.wav'));
  await expect(said(page)).toHaveText('Playing by keys.wav');
  await tabTo(page, slider(page));
  await page.keyboard.press('Space');
  await expect(said(page)).toHaveText('Paused by keys.wav');
  const reads = (text: string) => expect(slider(page)).toHaveAttribute('aria-valuetext', text);
  await page.keyboard.press('Home');
  await reads('0:00 of 2:00');
  await page.keyboard.press('PageUp');
  await reads('0:12 of 2:00');
  await page.keyboard.press('ArrowRight');
  await reads('0:17 of 2:00');
  await page.keyboard.press('End');
  await reads('2:00 of 2:00');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowLeft');
  await reads('1:43 of 2:00');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(said(page)).toHaveText('Playing by keys.wav');
});

test('asks for a new link when the old one has expired, and goes on at the same place @variant', async ({
  as,
}) => {
  const page = await as('client@demo.test', null);
  await withLongFile(page, 'expiring.wav', 300);
  const links: string[] = [];
  let expired: string | undefined;
  await page.route('**/api/files/get-download-link?*', async (route) => {
    const answer = await route.fetch();
    links.push(((await answer.json()) as { downloadUrl: string }).downloadUrl);
    await route.fulfill({ response: answer, json: { downloadUrl: `${links.at(-1)}#${links.length}` } });
  });
  await page.route('**/storage/**', (route) =>
    expired !== undefined && links.length === 1 ? route.fulfill({ status: 403 }) : route.continue(),
  );
  await page.goto(INPUT);
  await playButton(page, 'Play expiring.wav').click();
  await expect(said(page)).toHaveText('Playing expiring.wav');
  expired = links[0];
  await tabTo(page, slider(page));
  for (let tenths = 0; tenths < 8; tenths += 1) await page.keyboard.press('PageUp');
  await expect.poll(() => links.length).toBe(2);
  await expect(said(page)).toHaveText('Playing expiring.wav');
  await expect.poll(() => place(page)).toBeGreaterThanOrEqual(240);
  expect(await place(page)).toBeLessThan(290);
});

test('says what is wrong with what cannot be played, and lets it be downloaded @variant', async ({ as }) => {
  const page = await as('client@demo.test', null);
  await sendFiles(page, PAPER_BOATS, { 'no sound.wav': Buffer.from('This is a text.') });
  await page.goto(INPUT);
  await playButton(page, 'Play no sound.wav').click();
  await expect(player(page).getByRole('alert')).toHaveText(
    'Your browser cannot play this file. Download it to listen.',
  );
  await expect(playButton(page, 'Download no sound.wav')).toBeVisible();
});

test('shows a plain bar while there is no outline, and asks for it again @variant', async ({ as }) => {
  const page = await as('client@demo.test', null);
  let asked = 0;
  let readyAt = Infinity;
  await page.route('**/api/sessions/waveform?*', (route) => {
    asked += 1;
    return route.fulfill({
      json:
        asked < readyAt
          ? { state: 'preparing', seconds: null, peaks: [] }
          : { state: 'ready', seconds: 5, peaks: Array.from({ length: 400 }, (_, at) => at % 256) },
    });
  });
  await page.goto(OUTPUT);
  await playButton(page, 'Play bounce.mp3').click();
  await expect(slider(page)).toBeVisible();
  await expect(slider(page).locator('path')).toHaveCount(0);
  readyAt = asked + 2;
  await expect(slider(page).locator('path')).toHaveCount(2);
  expect(asked).toBe(readyAt);
});
