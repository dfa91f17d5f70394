import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Download, Locator, Page } from '@playwright/test';
import { play, toWav } from '#demo/audio.ts';
import { unpackZip } from '../rooms/zip.ts';
import { expect } from './expect.ts';

/** Actions of people, by role and label only. */

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 767;

/** The side panel that is open. */
export const panel = (page: Page) => page.getByRole('dialog');

/** The clips of the time picker that are free. */
export const freeTimes = (page: Page) => panel(page).getByRole('button', { name: /, free$/ });

/** Goes to a day about a week ahead with free times. */
export async function goToNextWeek(page: Page): Promise<void> {
  if (isPhone(page)) {
    const days = page.getByRole('group', { name: 'Days' }).getByRole('button', { name: /, free times$/ });
    await days.nth(5).click();
  } else {
    // Wait for the next week, since this one has free times, too.
    const week = panel(page).getByRole('heading', { level: 4 }).first();
    const before = (await week.textContent()) ?? '';
    await panel(page).getByRole('button', { name: 'Week after' }).click();
    await expect(week).not.toHaveText(before);
  }
  await expect(freeTimes(page).first()).toBeVisible();
}

/**
 * From an open time picker: holds a free time a week ahead, in the middle of those shown, so that it is shown there after a
 * midnight, too. Returns the time's name.
 */
export async function holdFreeTime(page: Page): Promise<string> {
  await goToNextWeek(page);
  const free = freeTimes(page).nth(Math.floor((await freeTimes(page).count()) / 2));
  const time = (await free.getAttribute('aria-label')) ?? '';
  await free.click();
  await panel(page).getByRole('button', { name: 'Track details' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Track details' })).toBeVisible();
  return time.replace(/, free$/, '');
}

/** From the track step: names one and continues. */
export async function fillInTrack(page: Page, title: string): Promise<void> {
  await panel(page).getByLabel('Track', { exact: true }).fill(title);
  await panel(page).getByRole('button', { name: 'Session Details' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Session Details' })).toBeVisible();
}

/** From the session step to the review, attending. */
export async function chooseAttendance(page: Page): Promise<void> {
  await panel(page)
    .getByRole('radio', { name: /^Yes \(recommended\)/ })
    .check();
  await panel(page).getByRole('button', { name: 'Pre Confirmation' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Pre Confirmation' })).toBeVisible();
}

/** How many credits the pill in the navbar shows. */
export async function credits(page: Page): Promise<number> {
  // An open panel hides the navigation bar from the accessibility tree.
  const navbar = page.getByRole('banner', { includeHidden: true });
  return Number.parseInt(await navbar.getByText(/^\d+ ?credits?$/).innerText(), 10);
}

type Part = Parameters<typeof play>[0]['part'];

/** A folder with these WAV files; returns their bytes by path. */
export function makeWavFolder(folder: string, takes: Readonly<Record<string, Part>>): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const [name, part] of Object.entries(takes)) {
    const bytes = toWav(play({ song: folder, part, bpm: 120, bars: 1 }));
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, bytes);
    files.set(`${path.basename(folder)}/${name}`, bytes);
  }
  return files;
}

/** Chooses a folder by the button. */
export async function chooseFolder(page: Page, folder: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await panel(page).getByRole('button', { name: 'Choose a folder' }).click();
  await (await chooser).setFiles(folder);
}

/** Drops a folder on the zone. */
export async function dropFolder(page: Page, folder: string): Promise<void> {
  const zone = page.getByRole('region', { name: 'Upload Files' });
  // Scrolls to it and waits until it has stopped moving.
  await zone.hover();
  const box = await zone.boundingBox();
  if (box === null) throw new Error('There is no drop zone');
  const browser = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + 20 };
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
}

/** The session's status above the signal chain. */
export const statusHeading = (page: Page) =>
  page.getByRole('region', { name: 'Where this session is' }).getByRole('heading');

/** What stands beside a label in the open panel's details. */
export const fact = (page: Page, label: string) =>
  panel(page)
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd');

/** Moves the clocks a minute past a session's end. */
export async function movePastEnd(
  page: Page,
  id: number | string,
  moveClock: (by: Temporal.DurationLike) => Promise<void>,
): Promise<void> {
  const answer = await page.request.get(`/api/sessions/${id}`);
  const { session } = (await answer.json()) as { session: { end_date: string } };
  const left = Temporal.Instant.from(session.end_date).since(Temporal.Now.instant());
  await moveClock({ milliseconds: Math.ceil(left.total('milliseconds')) + 60_000 });
}

/** The rows of the present uploads. */
export const uploadRows = (page: Page) => page.getByRole('region', { name: 'Uploads' }).getByRole('listitem');

/** The files modal that is open. */
export const filesModal = (page: Page) => page.getByRole('dialog', { name: 'Files', exact: true });

/** Closes the files modal, and nothing below it. */
export async function closeFiles(page: Page): Promise<void> {
  await filesModal(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(filesModal(page)).toHaveCount(0);
}

/** The first column of the files modal: folders and name. */
export const fileNames = (page: Page) =>
  filesModal(page)
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .evaluateAll((all) => all.map((row) => row.firstElementChild?.textContent));

/** Uploads files into a session over HTTP. */
export async function sendFiles(
  page: Page,
  sessionId: number,
  files: Readonly<Record<string, Buffer>>,
): Promise<void> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return (await answer.json()) as { urls: { url: string }[] };
  };
  const entries = Object.entries(files);
  const { urls } = await post('/api/sessions/file-upload-link', {
    session_id: sessionId,
    files: entries.map(([filePath, bytes]) => ({
      fileName: path.basename(filePath),
      filePath,
      fileType: 'audio/wav',
      fileSize: bytes.length,
    })),
  });
  for (const [at, [, data]] of entries.entries()) {
    const stored = await page.request.put(urls[at]?.url ?? '', {
      data,
      headers: { 'content-type': 'audio/wav' },
    });
    expect(stored.status()).toBe(200);
  }
  await post('/api/v2/session_files_info', {
    session_id: sessionId,
    files_info: { status: 'presession-uploaded' },
  });
}

/** Downloads the folder that the files modal shows as one zip and unpacks it. */
export async function downloadAll(page: Page): Promise<Map<string, Buffer>> {
  await filesModal(page).getByRole('button', { name: 'Download all files' }).click();
  const link = filesModal(page).getByRole('link', { name: 'Your files are ready! Press to download' });
  const started = page.waitForEvent('download');
  await link.click();
  return unpackZip(await bytesOf(await started));
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return fs.readFileSync(await download.path());
}

/** Checksums instead of bytes, so that a difference can be read. */
export function digests(files: ReadonlyMap<string, Buffer>): Record<string, string> {
  const named = [...files].map(
    ([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')] as const,
  );
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Presses Tab until one of these has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  const hasFocus = (): Promise<boolean> =>
    target.evaluateAll((all) => all.some((element) => element === document.activeElement));
  for (let presses = 0; !(await hasFocus()); presses += 1) {
    if (presses === 150) throw new Error(`The keyboard does not reach ${target.toString()}`);
    await page.keyboard.press('Tab');
  }
}

/** Reaches a button or link by Tab and presses Enter on it. */
export async function enterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
