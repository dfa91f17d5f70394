import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { enterOn, isPhone, panel, tabTo, uploadRows } from '#test/browser/acts.ts';
import { book } from '#test/browser/booking.ts';
import { changeResponses } from '#test/browser/responses.ts';
import { signIn } from '#test/browser/login.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';
import {
  allowServerDown,
  writeRandomFile,
  storedChecksums,
  throttle,
  watchParts,
} from '#test/browser/traffic.ts';

const LARGE_MB = 80;
const PARTS = [1, 2, 3, 4, 5];

/** The uploads that float over every screen. */
const overlay = (page: Page) => page.getByRole('complementary', { name: 'Uploads' });
const bubble = (page: Page) => overlay(page).getByRole('button', { name: /, show uploads$/ });
const groups = (page: Page) => overlay(page).getByRole('region');

/** Books a session and opens its files. Returns its id. */
async function bookForUpload(page: Page, title: string): Promise<number> {
  const id = await book(page, title, 9);
  await page.goto(`/sessions/${id}/files-management`);
  await expect(panel(page).getByRole('region', { name: 'Upload Files' })).toBeVisible();
  return id;
}

/** The rest of a client's way to files, without a reload: by the list. */
async function openFilesOf(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`, ${title}$`) }).click();
  await panel(page).getByRole('link', { name: 'Files Management' }).click();
}

async function choose(page: Page, files: string | string[], button = 'Choose files'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(files);
}

/** Sends a large file until two of its parts are stored; the window is slow from then on. Returns its parts. */
async function sendTwoParts(page: Page, file: string): Promise<ReturnType<typeof watchParts>> {
  const parts = watchParts(page, 2);
  await throttle(page, 25_000_000);
  await choose(page, file);
  await expect.poll(() => parts.stored.length).toBeGreaterThanOrEqual(2);
  return parts;
}

const closePanel = (page: Page) => panel(page).getByRole('button', { name: 'Close', exact: true }).click();

test('two sessions upload at once, and are seen over every screen, small or large', async ({ as }, info) => {
  const [first, second] = [info.outputPath('first take.wav'), info.outputPath('second take.wav')];
  for (const [at, file] of [first, second].entries()) fs.writeFileSync(file, Buffer.alloc(3_000_000, at + 1));
  const page = await as('annual@demo.test', null);
  const one = await bookForUpload(page, 'Overlay One');
  const two = await bookForUpload(page, 'Overlay Two');
  await throttle(page, 30_000);
  await choose(page, second);
  await expect(uploadRows(page).getByText(/ out of 3\.0 MB - \d+%$/)).toBeVisible();
  await expect(overlay(page), 'nothing is shown twice').toHaveCount(0);
  await closePanel(page);
  await openFilesOf(page, 'Overlay One');
  await choose(page, first);
  await expect(bubble(page), 'over a panel it is small').toContainText('0 of 1 file uploaded');
  await closePanel(page);

  await expect(groups(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Explore', exact: true }).click();
  for (const [id, title, file] of [
    [one, 'Overlay One', 'first take.wav'],
    [two, 'Overlay Two', 'second take.wav'],
  ] as const) {
    const group = overlay(page).getByRole('region', { name: `${id} - ${title} - Session for Rafa Monteiro` });
    await expect(group.getByRole('listitem')).toContainText(file);
    await expect(group.getByText(/ out of 3\.0 MB - \d+%$/)).toBeVisible();
  }
  await checkA11y(page);

  await overlay(page).getByRole('button', { name: 'Minimise uploads' }).click();
  await expect(bubble(page)).toContainText(/0 of 2 files uploaded\s*\d+%/);
  await checkA11y(page);
  await throttle(page, null);
  await expect(bubble(page)).toContainText('All files are uploaded');
  await expect(bubble(page)).toContainText('100%');
  await page.reload();
  await expect(overlay(page)).toHaveCount(0);
});

test('a group is finished, hidden, cancelled, and leads to its files', async ({ as }, info) => {
  const [small, big] = [info.outputPath('small.wav'), info.outputPath('big.wav')];
  fs.writeFileSync(small, Buffer.alloc(1000, 1));
  fs.writeFileSync(big, Buffer.alloc(6_000_000, 2));
  const page = await as('annual@demo.test', null);
  const id = await bookForUpload(page, 'Overlay Rows');
  await throttle(page, 60_000);
  await choose(page, [small, big]);
  await expect(uploadRows(page).getByText('Completed')).toHaveCount(1);
  await closePanel(page);
  const rows = groups(page).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await overlay(page).getByRole('button', { name: 'Hide finished uploads' }).click();
  await expect(rows).toHaveCount(1);
  await groups(page)
    .getByRole('link', { name: /View Files$/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`modal=files&session=${id}`));
  await expect(page.getByRole('dialog', { name: 'Files', exact: true })).toBeVisible();
  await expect(bubble(page)).toBeVisible();
  await bubble(page).click();
  await rows.getByRole('button', { name: 'Cancel big.wav' }).click();
  await expect(overlay(page)).toHaveCount(0);
  await throttle(page, null);
  await expect.poll(async () => Object.keys(await storedChecksums(page, id))).toEqual(['small.wav']);
});

test('a file in parts goes on by itself when the server was away, and sends only what is missing', async ({
  as,
  studio,
  faults,
}, info) => {
  allowServerDown(faults);
  const file = info.outputPath('long take.wav');
  const sum = writeRandomFile(file, LARGE_MB);
  const page = await as('annual@demo.test', null);
  const id = await bookForUpload(page, 'Server Away');
  const parts = await sendTwoParts(page, file);
  await studio.kill();
  await expect(uploadRows(page).getByText('Waiting for the connection…')).toBeVisible();
  await expect(uploadRows(page).getByRole('button', { name: 'Cancel' })).toBeVisible();
  await throttle(page, null);
  await studio.restart();
  await expect(uploadRows(page).getByText('Completed')).toBeVisible({ timeout: 90_000 });
  expect(
    parts.stored.toSorted((a, b) => a - b),
    'each part was taken once',
  ).toEqual(PARTS);
  await expect.poll(() => storedChecksums(page, id)).toEqual({ 'long take.wav': sum });
});

test('a file goes on once its sender has signed in again, and sends only what is missing @variant', async ({
  as,
}, info) => {
  const file = info.outputPath('long night.wav');
  const sum = writeRandomFile(file, LARGE_MB);
  const page = await as('annual@demo.test', null);
  const id = await bookForUpload(page, 'Signed Out');
  const parts = await sendTwoParts(page, file);
  await page.context().clearCookies();
  await throttle(page, null);
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, 'annual@demo.test');
  await expect(uploadRows(page).getByText('Completed')).toBeVisible({ timeout: 90_000 });
  expect(
    parts.stored.toSorted((a, b) => a - b),
    'each part was taken once',
  ).toEqual(PARTS);
  await expect.poll(() => storedChecksums(page, id)).toEqual({ 'long night.wav': sum });
});

test('a small file starts over by itself when its connection was cut @variant', async ({
  as,
  faults,
}, info) => {
  allowServerDown(faults);
  const file = info.outputPath('take.wav');
  fs.writeFileSync(file, Buffer.alloc(2_000_000, 5));
  const page = await as('annual@demo.test', null);
  await bookForUpload(page, 'Cut');
  await page.route('**/storage/**', (route) => route.abort('connectionreset'));
  await choose(page, file);
  await expect(uploadRows(page).getByText('Waiting for the connection…')).toBeVisible();
  await page.unroute('**/storage/**');
  await expect(uploadRows(page).getByText('Completed')).toBeVisible();
});

test('a part whose connection hangs is noticed after two minutes and sent again, it alone @variant', async ({
  as,
  windows,
}, info) => {
  windows.movable = true;
  const file = info.outputPath('hung take.wav');
  const sum = writeRandomFile(file, LARGE_MB);
  const page = await as('annual@demo.test', null);
  const id = await bookForUpload(page, 'Hung');
  const parts = watchParts(page, Infinity);
  const hung = Promise.withResolvers<void>();
  // Neither answered nor refused, as by a line that is dead.
  await page.route(/[?&]partNumber=2(&|$)/, () => hung.resolve(), { times: 1 });
  await choose(page, file);
  await hung.promise;
  await expect(uploadRows(page).getByText(/ out of 83\.9 MB - \d+%$/)).toBeVisible();
  await page.clock.fastForward(120_000);
  await expect(uploadRows(page).getByText('Completed')).toBeVisible({ timeout: 120_000 });
  expect([parts.sent, parts.stored]).toEqual([[1, 2, 2, 3, 4, 5], PARTS]);
  await expect.poll(() => storedChecksums(page, id)).toEqual({ 'hung take.wav': sum });
});

test('after a reload the file is asked for on any screen, and only what is missing travels', async ({
  as,
}, info) => {
  const file = info.outputPath('long mix.wav');
  const sum = writeRandomFile(file, LARGE_MB);
  const other = info.outputPath('other.wav');
  fs.writeFileSync(other, 'other');
  const page = await as('annual@demo.test', null);
  const id = await bookForUpload(page, 'Reloaded');
  const parts = await sendTwoParts(page, file);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('/explore');
  await throttle(page, null);

  const row = groups(page).getByRole('listitem');
  await expect(row).toContainText('long mix.wav');
  await expect(row.getByText(/ out of 83\.9 MB - \d\d%$/)).toBeVisible();
  await checkA11y(page);
  await choose(page, other, 'Choose the file again to continue: long mix.wav');
  await expect(row.getByRole('alert')).toHaveText('This is another file. Please choose long mix.wav.');
  const before = new Set(parts.stored);
  parts.sent.length = 0;
  await choose(page, file, 'Choose the file again to continue: long mix.wav');
  await expect(row.getByText('Completed')).toBeVisible({ timeout: 90_000 });
  expect(parts.sent.filter((part) => before.has(part))).toEqual([]);
  expect(parts.sent.length).toBeLessThanOrEqual(PARTS.length - before.size);
  await expect.poll(() => storedChecksums(page, id)).toEqual({ 'long mix.wav': sum });
});

test('what was left is cancelled for good @variant', async ({ as }, info) => {
  const file = info.outputPath('given up.wav');
  writeRandomFile(file, LARGE_MB);
  const page = await as('annual@demo.test', null);
  const id = await bookForUpload(page, 'Given Up');
  const parts = watchParts(page, 1);
  await throttle(page, 25_000_000);
  await choose(page, file);
  await expect.poll(() => parts.stored.length).toBeGreaterThanOrEqual(1);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await throttle(page, null);
  await expect(uploadRows(page)).toContainText('Choose the file again to continue');
  await checkA11y(page, 'panel');
  await uploadRows(page).getByRole('button', { name: 'Cancel given up.wav' }).click();
  await expect(uploadRows(page)).toHaveCount(0);
  const open = async () => {
    const answer = await page.request.get(`/api/sessions/uploads?session_id=${id}`);
    return ((await answer.json()) as { total: number }).total;
  };
  await expect.poll(open).toBe(0);
});

test('links that are over when their turn comes are signed again @variant', async ({ as, studio }, info) => {
  const files = Array.from({ length: 6 }, (_, at) => info.outputPath(`take ${at}.wav`));
  for (const [at, file] of files.entries()) fs.writeFileSync(file, Buffer.alloc(10_000, at + 1));
  const page = await as('annual@demo.test', null);
  await bookForUpload(page, 'Late');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403 && response.url().includes('/storage/')) refused.push(response.url());
  });
  const late = Promise.withResolvers<void>();
  let held = 0;
  await page.route('**/storage/**', async (route) => {
    held += 1;
    await late.promise;
    await route.continue();
  });
  await choose(page, files);
  await expect(uploadRows(page).getByRole('progressbar')).toHaveCount(4);
  await expect.poll(() => held, 'links are on their way').toBeGreaterThan(0);
  await studio.moveClock(61 * 60_000);
  late.resolve();
  await expect(uploadRows(page).getByText('Completed')).toHaveCount(6);
  expect(refused.length, 'some links were really over').toBeGreaterThan(0);
});

test('leaving warns while something is under way, and not afterwards @variant', async ({ as }, info) => {
  const file = info.outputPath('leaving.wav');
  fs.writeFileSync(file, Buffer.alloc(3_000_000, 3));
  const page = await as('annual@demo.test', null);
  await bookForUpload(page, 'Leaving');
  await throttle(page, 30_000);
  await choose(page, file);
  await expect(uploadRows(page).getByRole('progressbar')).toBeVisible();
  const asked = page.waitForEvent('dialog');
  const leaving = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await leaving;

  await closePanel(page);
  const question = page.getByRole('dialog', {
    name: 'Some of the files are still uploading. Do you wish to leave?',
  });
  const logOut = async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('link', { name: 'Logout' }).click();
  };
  await logOut();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
  expect(new URL(page.url()).pathname).not.toBe('/logout');
  await logOut();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');

  // A link to another site in this tab, as the studio's banner may have one.
  await page.evaluate(() => {
    const link = document.createElement('a');
    Object.assign(link, { href: 'https://elsewhere.example/', textContent: 'Elsewhere' });
    document.body.append(link);
  });
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
  expect(new URL(page.url()).hostname).not.toBe('elsewhere.example');

  // The app reloads itself once somebody else is signed in here; the credits of a booking make it look.
  await changeResponses(page, '/api/users/me', ({ user }: { user: { id: string } }) => {
    user.id = crypto.randomUUID();
  });
  await book(page, 'Looked at', 10);
  await expect(question).toBeVisible();
  // A booking makes the app look more than once; each look at somebody else would ask again.
  await page.unrouteAll({ behavior: 'wait' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
  await openFilesOf(page, 'Leaving');
  await throttle(page, null);
  await expect(uploadRows(page).getByText('Completed')).toBeVisible();
  await page.reload();
  await expect(panel(page).getByRole('region', { name: 'Upload Files' })).toBeVisible();
});

test('on a phone it covers neither the navigation nor a panel’s buttons @phone', async ({ as }, info) => {
  const file = info.outputPath('phone.wav');
  fs.writeFileSync(file, Buffer.alloc(6_000_000, 4));
  const page = await as('annual@demo.test', null);
  await bookForUpload(page, 'Phone');
  await throttle(page, 60_000);
  await choose(page, file);
  await expect(uploadRows(page).getByRole('progressbar')).toBeVisible();
  await closePanel(page);
  const bottomOf = async () => {
    const box = await overlay(page).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  if (isPhone(page)) {
    await expect(bubble(page), 'small at first').toBeVisible();
    const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    expect(await bottomOf()).toBeLessThanOrEqual(navigation?.y ?? 0);
    await bubble(page).click();
    await expect(groups(page)).toBeVisible();
    expect(await bottomOf()).toBeLessThanOrEqual(navigation?.y ?? 0);
    await checkA11y(page);
  }
  await page.goto('about:blank');
});

test('it is reached, opened, used and made small by the keyboard alone @variant', async ({ as }, info) => {
  const file = info.outputPath('keys.wav');
  fs.writeFileSync(file, Buffer.alloc(6_000_000, 6));
  const page = await as('annual@demo.test', null);
  await bookForUpload(page, 'Keyboard');
  await throttle(page, 60_000);
  const chooser = page.waitForEvent('filechooser');
  await enterOn(page, panel(page).getByRole('button', { name: 'Choose files' }));
  await (await chooser).setFiles(file);
  await expect(uploadRows(page).getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await enterOn(page, overlay(page).getByRole('button', { name: 'Minimise uploads' }));
  await expect(bubble(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(overlay(page).getByRole('button', { name: 'Minimise uploads' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bubble(page)).toBeFocused();

  await enterOn(page, page.getByRole('link', { name: /, Keyboard$/ }));
  await tabTo(page, bubble(page));
  await page.keyboard.press('Enter');
  await tabTo(page, overlay(page).getByRole('button', { name: 'Cancel keys.wav' }));
  await page.keyboard.press('Escape');
  await expect(bubble(page), 'Escape makes it small and leaves the panel').toBeVisible();
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await enterOn(page, overlay(page).getByRole('button', { name: 'Cancel keys.wav' }));
  await expect(overlay(page)).toHaveCount(0);
});
