import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { passwordField, signIn, unusedEmail, PASSWORD } from '#test/browser/accounts.ts';
import {
  chooseAttendance,
  chooseFolder,
  fillInTrack,
  freeTimes,
  makeWavFolder,
  movePastEnd,
  panel,
  statusHeading,
} from '#test/browser/acts.ts';
import { test } from '#test/browser/life.ts';
import { expect } from '#test/browser/test.ts';
import { makeWav } from '#test/rooms/audio.ts';

/** A musician from the operator's command to the month's pay. */

const NAME = 'Ines Duarte';
const SLUG = 'ines-duarte';
const RATE = 40;
/** Signals between the browsers take a while on a busy machine. */
const SOON = { timeout: 60_000 };

/** The clients' days: of the windows' zone. */
const today = Temporal.Now.plainDateISO('Europe/Lisbon');
/** A Tuesday far enough ahead for its files, and the Friday after it. */
const tuesday = today.add({ days: 3 + ((2 - (today.dayOfWeek + 3) + 14) % 7) });
const friday = tuesday.add({ days: 3 });
const evening = new RegExp(`^Tuesday ${tuesday.day} \\w+, 18:00 to .*, free$`);

const tone = (name: string) => ({
  name,
  mimeType: 'audio/wav',
  buffer: makeWav(
    Array.from({ length: 80_000 }, (_, index) => [0.5 * Math.sin(index / 5)]),
    { rate: 8000 },
  ),
});
const region = (page: Page | Locator, name: string) => page.getByRole('region', { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name, exact: true });
const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });
/** The hours of a figure; those so far stand in a line of their own. */
const hoursIn = (text: string): number => {
  const [, hours = 0, minutes = 0] = /(\d+) h(?: (\d+) min)?/.exec(text) ?? [];
  return Number(hours) + Number(minutes) / 60;
};

test.use({ fresh: false });

test('a musician joins, sets hours, uploads samples and publishes; is heard, booked, delivers, and reads the pay @variant', async ({
  as,
  visit,
  command,
  latestMail,
  moveClock,
}, info) => {
  const email = unusedEmail();
  const who = ['--email', email, '--name', NAME, '--zone', 'America/New_York'];
  await command('people', 'invite', 'partner', ...who, '--slug', SLUG, '--title', 'Cellist');
  const rate = ['--from', today.with({ day: 1 }).toString(), '--fixed', String(RATE), '--flexible', '50'];
  await command('musicians', 'rate', SLUG, ...rate, '--yes');
  const { links } = await latestMail(email, /choose a password/);
  const page = await visit(links.find((link) => link.includes('/password/')) ?? '', 'partners');

  await test.step('the mailed link opens the account', async () => {
    for (const label of ['Password', 'Confirm password']) await passwordField(page, label).fill(PASSWORD);
    await page.getByRole('button', { name: 'SUBMIT' }).click();
    await page.getByRole('link', { name: 'Back to login' }).click();
    await signIn(page, email, PASSWORD);
    const unpublished = region(region(page, 'Today'), 'Publish your page');
    await expect(unpublished).toContainText('Please choose at least one instrument.');
    await unpublished.getByRole('link', { name: 'Go to my page' }).click();
  });

  await test.step('a page with two samples is published', async () => {
    await expect(page.getByText('Your page is not published yet')).toBeVisible();
    await page.getByLabel('About you').fill('Cello for records, one line or a whole section.');
    await page.getByRole('checkbox', { name: 'Cello' }).check();
    await page.getByRole('checkbox', { name: /^Recording session/ }).check();
    const samples = region(page, 'Samples');
    // One after the other: they stand in the order in which they arrive.
    for (const title of ['Slow Water', 'Tin Roof']) {
      await samples.getByLabel('Sample files').setInputFiles(tone(`${title}.wav`));
      await expect(samples.getByRole('button', { name: `Play ${title} by ${NAME}` })).toBeVisible(SOON);
    }
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Everything is published')).toBeVisible();
  });

  const calendar = region(page, 'My Calendar');
  await test.step('hours are set', async () => {
    await tab(page, 'My Calendar').click();
    await calendar.getByRole('button', { name: 'Edit weekly hours' }).click();
    const editor = region(page, 'Weekly hours');
    const day = editor.getByRole('group', { name: 'Tuesday', exact: true });
    await day.getByRole('button', { name: 'Add hours' }).click();
    await day.getByLabel('Tuesday: from').fill('13:00');
    await day.getByRole('combobox', { name: 'Tuesday: to' }).click();
    await page.getByRole('option', { name: '17:00 (8 slots)' }).click();
    await day.getByRole('combobox', { name: 'Copy Tuesday to' }).click();
    await page.getByRole('option', { name: 'Monday to Friday' }).click();
    await expect(region(editor, 'What this changes')).toContainText('slots are added.');
    await editor.getByRole('button', { name: 'Save hours' }).click();
    await expect(said(page, 'Your hours are valid from')).toBeVisible();
  });

  const client = await as('client@demo.test');
  const card = client.getByRole('article').filter({ hasText: NAME });
  await test.step('a client looks for a Tuesday evening, and hears the sample on the card', async () => {
    const form = client.getByRole('complementary', { name: 'Filters' });
    await form.getByLabel('First day').fill(tuesday.toString());
    await form.getByLabel('Last day').fill(tuesday.toString());
    await form.getByRole('button', { name: 'Evening' }).click();
    await expect(client.getByText(/^\d+ musicians can play then$/)).toBeVisible();
    await expect(card.getByText(/^Free on Tue .*18:00/)).toBeVisible(SOON);
    await card.getByRole('button', { name: `Play Slow Water by ${NAME}` }).click();
    const place = card.getByRole('slider', { name: `Place in Slow Water by ${NAME}` });
    await expect.poll(async () => Number(await place.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  });

  let id = '';
  await test.step('opens the page, and books the evening', async () => {
    await card.getByRole('link', { name: 'About Ines' }).click();
    await expect(client.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
    await expect(client.getByText('Tin Roof', { exact: true })).toBeVisible();
    await client.getByRole('link', { name: 'Book Ines' }).click();
    // Its first free time is in this week or the next.
    await expect(freeTimes(client).first()).toBeVisible();
    const time = panel(client).getByRole('button', { name: evening });
    const week = panel(client).getByRole('heading', { level: 4 }).first();
    while ((await time.count()) === 0) {
      const before = (await week.textContent()) ?? '';
      await panel(client).getByRole('button', { name: 'Week after' }).click();
      await expect(week).not.toHaveText(before);
      await expect(freeTimes(client).first()).toBeVisible();
    }
    await time.click();
    await panel(client).getByRole('button', { name: 'Track details' }).click();
    await fillInTrack(client, 'Harbour Wall');
    await chooseAttendance(client);
    await panel(client).getByRole('button', { name: 'Book for 1 credit' }).click();
    await expect(panel(client).getByText(`Your session with ${NAME} is booked.`)).toBeVisible();
    await client.goto('/sessions');
    await client.getByRole('link', { name: /Harbour Wall/ }).click();
    await expect(client).toHaveURL(/\/sessions\/\d+/);
    id = /\/sessions\/(\d+)/.exec(client.url())?.[1] ?? '';
  });

  const next = region(region(page, 'Today'), 'Next session');
  await test.step('the musician sees it in Today, and in their own calendar by the feed', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Sessions' }).click();
    await expect(next.getByRole('link', { name: /Harbour Wall/ })).toBeVisible();
    await page.goto('/profile#calendar');
    await calendar.getByRole('button', { name: 'Make a calendar address' }).click();
    const address = await calendar.getByLabel('Your calendar address').inputValue();
    const feed = await page.request.get(address);
    expect([feed.status(), feed.headers()['content-type']]).toEqual([
      200,
      expect.stringContaining('text/calendar'),
    ]);
    const text = (await feed.text()).replaceAll('\r\n ', '');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(text).toContain('Harbour Wall');
    expect(text).toContain(`/sessions/${id}`);
  });

  await test.step('takes the Friday off', async () => {
    await calendar.getByRole('button', { name: 'Time off', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Take time off' });
    await form.getByLabel('First day').fill(friday.toString());
    await form.getByLabel('Last day').fill(friday.toString());
    await expect(form.getByText('8 free slots are hidden.')).toBeVisible();
    await form.getByRole('button', { name: 'Take time off' }).click();
    await expect(said(page, 'You have time off.')).toBeVisible();
  });

  await test.step('delivers after the session', async () => {
    await movePastEnd(client, id, moveClock);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Sessions' }).click();
    const due = region(region(page, 'Today'), 'Deliver today');
    await expect(next).toHaveCount(0);
    await due.getByRole('link', { name: /Harbour Wall/ }).click();
    await expect(statusHeading(page)).toHaveText('Files upload required');
    const takes = path.join(info.outputDir, 'Cello');
    makeWavFolder(takes, { 'take 1.wav': 'bass' });
    await chooseFolder(page, takes);
    await expect(statusHeading(page)).toHaveText('Files uploaded', SOON);
    await expect(due).toHaveCount(0);
    await expect(statusHeading(client)).toHaveText('Files ready to download!', SOON);
  });

  await test.step("reads the month's invoice", async () => {
    await panel(page).getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: `Account of ${NAME}` }).click();
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await tab(page, 'Invoice').click();
    const invoice = region(page, 'Invoice');
    const figure = (name: string) => invoice.getByRole('button', { name: new RegExp(`^${name} \\S`) });
    await expect(figure('Payment')).toBeVisible();
    const [fixed, off] = [await figure('Fixed hours').innerText(), await figure('Time off').innerText()];
    const pay = /\$([\d,.]+)/.exec(await figure('Payment').innerText())?.[1]?.replaceAll(',', '');
    expect(hoursIn(off)).toBe(friday.month === tuesday.month ? 4 : 0);
    expect(Number(pay)).toBe((hoursIn(fixed) - hoursIn(off)) * RATE);
    await figure('Fixed hours').click();
    const behind = region(invoice, 'Behind fixed hours');
    await expect(behind.getByRole('link', { name: 'Nora Vance' })).toHaveCount(1);
  });
});
