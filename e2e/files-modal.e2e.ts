import type { Page } from '@playwright/test';
import { bytesOf, closeFiles, enterOn, fileNames, filesModal, panel, sendFiles } from '#test/browser/acts.ts';
import { book } from '#test/browser/booking.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { PASSWORD } from '#test/made-demo.ts';
import { expect, test } from '#test/browser/test.ts';
import { sidewaysScroll } from '#test/browser/watch.ts';

const PAPER_BOATS = 100002;
const HARBOUR_LIGHTS = 100006;

/** The address of a session's files. */
const modalOf = (id: number, folder: 'user' | 'output') =>
  `/sessions?modal=files&session=${id}&folder=${folder}`;

/** A session of their own to upload to, with its files open. Returns its id. */
async function bookForUpload(page: Page, title: string): Promise<number> {
  const id = await book(page, title, 9);
  await page.goto(`/sessions/${id}/files-management`);
  await expect(panel(page).getByRole('link', { name: /View Files/ })).toBeVisible();
  return id;
}

test.describe('the list', () => {
  test('says whose it is and shows folders, times and sizes, sorted by any column @phone', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions?modal=files&session=${HARBOUR_LIGHTS}`);
    const modal = filesModal(page);
    await expect(modal.getByText(`Session: #${HARBOUR_LIGHTS}`)).toBeVisible();
    await expect(modal.getByText('Track: Harbour Lights')).toBeVisible();
    await expect(modal.getByRole('tab', { selected: true })).toHaveText('Session files (by Rafa Monteiro)3');
    await expect
      .poll(() => fileNames(page))
      .toEqual(['bounce.mp3', 'takes/drums-take-1.wav', 'takes/drums-take-2.wav']);
    await expect(modal.getByRole('row').nth(1)).toContainText(/\d\d:\d\d:\d\d [AP]M, \d\d \w{3} \d\d/);
    await checkA11y(page, 'panel');
    const column = (name: string) => modal.getByRole('columnheader', { name });
    await expect(column('Name')).toHaveAttribute('aria-sort', 'ascending');
    await modal.getByRole('button', { name: 'Name' }).click();
    await expect(column('Name')).toHaveAttribute('aria-sort', 'descending');
    await expect
      .poll(() => fileNames(page))
      .toEqual(['takes/drums-take-2.wav', 'takes/drums-take-1.wav', 'bounce.mp3']);
    await modal.getByRole('button', { name: 'Size' }).click();
    await expect(column('Size')).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(async () => (await fileNames(page)).at(-1)).toBe('bounce.mp3');
    await modal.getByRole('button', { name: 'Size' }).click();
    await expect.poll(async () => (await fileNames(page))[0]).toBe('bounce.mp3');
    await modal.getByRole('tab', { name: 'Pre-session files (by Nora Vance)' }).click();
    await expect.poll(async () => (await fileNames(page)).length).toBe(4);
    await expect(page).toHaveURL(/folder=user/);
  });

  test('gives a single file, whole', async ({ as }) => {
    const page = await as('client@demo.test', modalOf(HARBOUR_LIGHTS, 'output'));
    const started = page.waitForEvent('download');
    await filesModal(page).getByRole('button', { name: 'Download takes/drums-take-1.wav' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('drums-take-1.wav');
    const wav = await bytesOf(download);
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
  });

  test('gives files with odd names by their names @variant', async ({ as }) => {
    const names = ['Ünï 100% #1?&+=;.wav', "Mum's “take” (ä).wav", '鼓 テイク 1.wav'];
    const page = await as('client@demo.test', null);
    const sent = Object.fromEntries(names.map((name) => [`Odd & ends/${name}`, Buffer.from(name)]));
    await sendFiles(page, PAPER_BOATS, sent);
    await page.goto(modalOf(PAPER_BOATS, 'user'));
    for (const name of names) {
      const started = page.waitForEvent('download');
      await filesModal(page)
        .getByRole('button', { name: `Download Odd & ends/${name}`, exact: true })
        .click();
      const download = await started;
      expect((await bytesOf(download)).toString()).toBe(name);
      // Where a name cannot be one on every disk, the browser puts another letter.
      expect(download.suggestedFilename().length).toBe(name.length);
    }
  });

  test('offers each side the zip of what it receives, and deleting of what it sent', async ({ as }) => {
    const shows = async (email: string, folder: 'user' | 'output', download: number, remove: number) => {
      const page = await as(email, modalOf(HARBOUR_LIGHTS, folder));
      await expect(filesModal(page).getByRole('table')).toBeVisible();
      await expect(filesModal(page).getByRole('button', { name: 'Download all files' })).toHaveCount(
        download,
      );
      const links = filesModal(page).getByRole('button', { name: /^Delete all/ });
      await expect(links).toHaveCount(remove);
      return remove === 1 ? await links.textContent() : null;
    };
    await shows('client@demo.test', 'output', 1, 0);
    expect(await shows('client@demo.test', 'user', 0, 1)).toBe(
      'Delete all pre-session files (by Nora Vance)',
    );
    await shows('partner@demo.test', 'user', 1, 0);
    expect(await shows('partner@demo.test', 'output', 0, 1)).toBe(
      'Delete all session files (by Rafa Monteiro)',
    );
  });

  test('opens for a musician where they have something to do @variant', async ({ as }) => {
    const past = await as('partner@demo.test', `/sessions?modal=files&session=${HARBOUR_LIGHTS}`);
    await expect(filesModal(past).getByRole('tab', { selected: true })).toHaveText(/^Session files/);
    const upcoming = await as('partner@demo.test', `/sessions?modal=files&session=${PAPER_BOATS}`);
    await expect(filesModal(upcoming).getByRole('tab', { selected: true })).toHaveText(/^Pre-session files/);
  });

  test('says while the zip is being prepared, and asks again until it is ready @variant', async ({ as }) => {
    const page = await as('client@demo.test', modalOf(HARBOUR_LIGHTS, 'output'));
    let asked = 0;
    await page.route('**/api/sessions/file-download-link', async (route) => {
      asked += 1;
      if (asked > 2) return route.continue();
      return route.fulfill({ json: { code: 'preparing-files', downloadUrl: null } });
    });
    await filesModal(page).getByRole('button', { name: 'Download all files' }).click();
    await expect(filesModal(page).getByRole('button', { name: 'Preparing your files...' })).toBeVisible();
    const link = filesModal(page).getByRole('link', { name: 'Your files are ready! Press to download' });
    await expect(link).toBeFocused();
    expect(asked).toBe(3);
  });

  test('is emptied after asking, and the session waits for files again', async ({ as }) => {
    const page = await as('annual@demo.test', null);
    const id = await bookForUpload(page, 'Second Thoughts');
    await page.goto(modalOf(id, 'user'));
    await expect(filesModal(page).getByText('No files', { exact: true })).toBeVisible();
    await expect(filesModal(page).getByRole('button', { name: /^(Delete|Download) all/ })).toHaveCount(0);
    await sendFiles(page, id, { 'one.wav': Buffer.from('one') });
    await page.goto(`/sessions/${id}/files-management?modal=files&session=${id}`);
    await filesModal(page)
      .getByRole('button', { name: 'Delete all pre-session files (by Priya Raman)' })
      .click();
    const question = page.getByRole('dialog', {
      name: 'Are you sure you want to delete all pre-session files (by Priya Raman)?',
    });
    await checkA11y(page, 'panel');
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    expect(await fileNames(page)).toEqual(['one.wav']);
    await filesModal(page)
      .getByRole('button', { name: /^Delete all/ })
      .click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(filesModal(page).getByText('No files', { exact: true })).toBeVisible();
    await closeFiles(page);
    await expect(
      panel(page).getByRole('region', { name: 'Where this session is' }).getByRole('heading'),
    ).toHaveText('Files upload required');
  });

  test('holds two thousand files and long names, on a phone too @phone @variant', async ({ as }) => {
    const page = await as('client@demo.test', null);
    const long = `${'Lead vocal double left with plate and a very long tail '.repeat(4)}.wav`;
    const files = Array.from({ length: 2000 }, (_, at) => ({
      id: `018f0000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      filename: at === 0 ? long : `take ${at}.wav`,
      filePath: at === 0 ? long : `takes/take ${at}.wav`,
      prefix: at === 0 ? '' : 'takes/',
      last_modified: new Date(Date.UTC(2026, 9, 1) + at * 1000).toISOString(),
      size: 1000 + at,
      isSupportedAudioFile: true,
      changed: at === 1,
    }));
    await page.route('**/api/sessions/list-files?*', (route) =>
      route.fulfill({ json: { files, total: files.length, download: { state: 'offered', until: null } } }),
    );
    await page.goto(modalOf(HARBOUR_LIGHTS, 'output'));
    const table = filesModal(page).getByRole('table');
    await expect(table).toHaveAttribute('aria-rowcount', '2001');
    expect((await fileNames(page))[0]).toBe(long);
    const changed = table.getByRole('row', { name: /take 1\.wav/ });
    await expect(changed).toContainText('This file was changed after it was uploaded.');
    await expect(changed.getByRole('button'), 'neither played nor downloaded').toHaveCount(0);
    const before = (await fileNames(page)).length;
    expect(before).toBeLessThan(400);
    await filesModal(page)
      .getByText(/of 2000 files/)
      .scrollIntoViewIfNeeded();
    await expect.poll(async () => (await fileNames(page)).length).toBeGreaterThan(before);
    await filesModal(page).getByRole('button', { name: 'Size' }).click();
    await expect.poll(async () => (await fileNames(page))[0]).toBe('takes/take 1999.wav');
    expect(await sidewaysScroll(page)).toBeNull();
  });
});

test.describe('the modal', () => {
  test('opens over a panel by its address; Escape and Back close it alone, and the focus returns', async ({
    as,
  }) => {
    const panelAt = `/sessions/${HARBOUR_LIGHTS}/files-management`;
    const page = await as('client@demo.test', `${panelAt}?modal=files&session=${HARBOUR_LIGHTS}`);
    await expect(filesModal(page).locator(':focus')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(filesModal(page)).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: 'Harbour Lights' })).toBeVisible();
    const open = panel(page).getByRole('link', { name: /View Files/ });
    await enterOn(page, open);
    await expect(filesModal(page)).toBeVisible();
    await page.goBack();
    await expect(filesModal(page)).toHaveCount(0);
    await expect(open).toBeFocused();
    await enterOn(page, open);
    await expect(filesModal(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(open).toBeFocused();
  });

  test('that is about no session of theirs says so and is gone @variant', async ({ as }) => {
    for (const query of ['modal=files&session=109999', 'modal=files&session=100007&folder=user']) {
      const page = await as('trial@demo.test', `/explore?${query}`);
      await expect(page.getByRole('alert')).toHaveText(/We could not find this session\./);
      await expect(page).toHaveURL(/\/explore$/);
    }
    const page = await as('client@demo.test', '/sessions?modal=files');
    await expect(page.getByRole('alert')).toHaveText(/This link has no session in it/);
    await expect(page).toHaveURL(/\/sessions$/);
  });

  test('waits for who is signed out until they have signed in @variant', async ({ visit }) => {
    const page = await visit(`/sessions?modal=files&session=${HARBOUR_LIGHTS}`);
    await page.getByRole('textbox', { name: 'Email Address' }).fill('client@demo.test');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'LOGIN' }).click();
    await expect(filesModal(page).getByText('Track: Harbour Lights')).toBeVisible();
  });
});

test('delivered files of people with limitations expire 30 days after the session @variant', async ({
  as,
  moveClock,
}) => {
  const files = async (): Promise<Page> => {
    const page = await as('ondemand@demo.test', '/sessions?tab=previous');
    await page.getByRole('link', { name: /Velvet Rope/ }).click();
    await panel(page).getByRole('link', { name: 'Files Management' }).click();
    await panel(page)
      .getByRole('link', { name: /View Files/ })
      .click();
    await filesModal(page)
      .getByRole('tab', { name: /^Session files/ })
      .click();
    return page;
  };
  const before = await files();
  await expect(filesModal(before).getByRole('button', { name: 'Download all files' })).toBeVisible();
  await expect(
    filesModal(before).getByText(/^Available until \w{3} \d\d \w{3} \d\d, \d\d:\d\d$/),
  ).toBeVisible();
  await expect(filesModal(before).getByRole('link', { name: 'Become a member' })).toBeVisible();
  await moveClock({ hours: 24 * 30 });
  const after = await files();
  await expect(filesModal(after).getByText('Files expired', { exact: true })).toBeVisible();
  await expect(filesModal(after).getByText(/^Expired \w{3} \d\d \w{3} \d\d, \d\d:\d\d$/)).toBeVisible();
  await expect(filesModal(after).getByRole('button', { name: /^(Download|Play|Delete)/ })).toHaveCount(0);
  await filesModal(after).getByRole('link', { name: 'Become a member' }).click();
  const plans = after.getByRole('dialog', { name: 'Plans and offers' });
  await expect(plans.getByRole('button', { name: /^Purchase, Studio 5/ })).toBeVisible();
  await plans.getByRole('button', { name: 'Close' }).click();
  await expect(filesModal(after).getByText('Files expired', { exact: true })).toBeVisible();
});

test('fresh deliveries are being processed for people with limitations, and say until when @variant', async ({
  as,
}) => {
  const page = await as('ondemand@demo.test', null);
  const until = '2026-12-24T12:30:00Z';
  const file = {
    id: '018f0000-0000-7000-8000-000000000001',
    filename: 'mix.wav',
    filePath: 'mix.wav',
    prefix: '',
  };
  const entry = { ...file, last_modified: until, size: 9, isSupportedAudioFile: true };
  await page.route('**/api/sessions/list-files?*', (route) =>
    route.fulfill({ json: { files: [entry], total: 1, download: { state: 'processing', until } } }),
  );
  await page.goto('/sessions?tab=previous');
  await page.getByRole('link', { name: /Velvet Rope/ }).click();
  await panel(page).getByRole('link', { name: 'Files Management' }).click();
  await panel(page)
    .getByRole('link', { name: /View Files/ })
    .click();
  await expect(filesModal(page).getByText('Processing', { exact: true })).toBeVisible();
  await expect(filesModal(page).getByText(/^Ready Thu 24 Dec 26, \d\d:\d\d$/)).toBeVisible();
  expect(await fileNames(page)).toEqual(['mix.wav']);
  await expect(filesModal(page).getByRole('button', { name: /^(Download|Play)/ })).toHaveCount(0);
});
