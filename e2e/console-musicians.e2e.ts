import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dialog } from '#test/browser/booking.ts';
import { test } from '#test/browser/life.ts';
import { makeOldHours, OLD_MONTH } from '#test/browser/old-hours.ts';
import { checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect } from '#test/browser/test.ts';

/** Musicians and their pay in the operator's console (docs/product/operator.md#musicians). */

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

const inAddress = `year=${OLD_MONTH.year}&month=${OLD_MONTH.month}`;

test.use({ fresh: false });

test('an operator finds a musician, by filters that the address keeps and by the search', async ({ as }) => {
  const page = await as('operator@demo.test');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Musicians' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Musicians');
  await expect(rows(page).first()).toContainText('Published');
  await checkA11yAtBothWidths(page);

  await test.step('by how the page stands, and by name', async () => {
    await page.getByRole('combobox', { name: 'Page' }).click();
    await page.getByRole('option', { name: 'Waits for approval' }).click();
    await expect(page).toHaveURL(/page=waiting$/);
    await expect(page.getByRole('heading', { name: 'No musician was found' })).toBeVisible();
    await checkA11y(page);
    await page.getByRole('button', { name: 'Show all musicians' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('partner2@demo.test');
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/q=partner2/);
  });

  await test.step('their page, and between it and their account', async () => {
    await rows(page).getByRole('link').first().click();
    await expect(part(page, 'Profile')).toContainText('This page is published');
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    await expect(part(page, 'Weekly hours and time off')).toContainText('Monday');
    await expect(part(page, 'Rates').getByRole('row')).toHaveCount(3);
    await expect(part(page, 'Months').getByRole('listitem').first()).toContainText('Payment');
    await checkA11yAtBothWidths(page);
    await part(page, 'Musician').getByRole('link', { name: 'Account and sessions' }).click();
    await expect(page).toHaveURL(/\/people\//);
    await page.getByRole('link', { name: 'Profile, hours and pay' }).click();
    await expect(page).toHaveURL(/\/musicians\//);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill(name);
    await page.getByRole('option', { name }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveURL(/\/musicians\//);
  });

  await page.goto('/musicians/01900000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'There is no such musician' })).toBeVisible();
});

test('a profile that was sent in is returned with a note, then approved; a rate is set', async ({
  as,
  command,
}) => {
  await command('flags', 'set', 'profiles-need-approval', 'on');
  const musician = await as('partner2@demo.test', '/profile#page');
  const side = musician.getByRole('complementary', { name: 'Your page' });
  const send = async (title: string) => {
    await musician.getByLabel('Title').fill(title);
    await side.getByRole('button', { name: 'Send for approval' }).click();
    await expect(musician.getByText('Your profile waits for the studio')).toBeVisible();
  };
  await send('Mixing by lamplight');
  const page = await as('operator@demo.test', '/musicians?page=waiting');
  await rows(page).getByRole('link').first().click();
  const profile = part(page, 'Profile');

  await test.step('what differs is marked; returning needs a note', async () => {
    await expect(profile.locator('ins').first()).toContainText('lamplight');
    await checkA11yAtBothWidths(page);
    await profile.getByRole('button', { name: 'Return' }).click();
    const asked = dialog(page, 'Return this profile?');
    await asked.getByRole('button', { name: 'Return' }).click();
    await expect(asked.getByText('Please say why.')).toBeVisible();
    await checkA11yAtBothWidths(page, 'panel');
    await asked.getByRole('textbox', { name: 'Note' }).fill('Please say which desk you use.');
    await page.keyboard.press('Enter');
    await expect(profile).toContainText('Please say which desk you use.');
    await expect(musician.getByText('Please say which desk you use.')).toBeVisible();
    await expect(part(page, 'Changes')).toContainText('Profile returned');
  });

  await test.step('approving publishes it', async () => {
    await send('Mixing by lamplight, on a small desk');
    await page.reload();
    await profile.getByRole('button', { name: 'Approve' }).click();
    await checkA11y(page, 'panel');
    await dialog(page, 'Approve this profile?').getByRole('button', { name: 'Approve' }).click();
    await expect(profile).toContainText('This page is published as its musician has it.');
    await expect(part(page, 'Changes')).toContainText('Profile approved');
    await expect(musician.getByText('Everything is published')).toBeVisible();
  });
  await command('flags', 'set', 'profiles-need-approval', 'off');

  await test.step('a rate, which is said before it is set', async () => {
    await part(page, 'Rates').getByRole('button', { name: 'Set a rate' }).click();
    const form = dialog(page, 'Set a rate');
    await form.getByRole('button', { name: 'Set rate' }).click();
    await expect(form.getByText('Please choose a day.')).toBeVisible();
    await checkA11yAtBothWidths(page, 'panel');
    await form.getByLabel('From').fill('2020-01-01');
    await expect(form.getByText(/A rate can begin on/)).toBeVisible();
    const from = Temporal.Now.plainDateISO('UTC').add({ years: 1 }).toString();
    await form.getByLabel('From').fill(from);
    await form.getByRole('textbox', { name: 'Fixed hour, in dollars' }).fill('48.50');
    await form.getByRole('textbox', { name: 'Flexible hour, in dollars' }).fill('60');
    await expect(form).toContainText(
      `earns $48.50 for a fixed hour and $60.00 for a flexible one from ${from} on.`,
    );
    await form.getByRole('button', { name: 'Set rate' }).click();
    await expect(form).toHaveCount(0);
    await expect(part(page, 'Rates').getByRole('row').nth(1)).toContainText('$48.50');
  });
});

test('a month is closed, marked as paid for several, taken back, and read by the musician', async ({
  as,
  studio,
  faults,
}) => {
  faults.allow(/operator\/payouts/);
  const page = await as('operator@demo.test', null);
  await page.goto('/musicians/payouts?year=2020&month=1');
  await expect(page.getByRole('heading', { name: 'Nothing in this month' })).toBeVisible();
  await checkA11yAtBothWidths(page);
  await makeOldHours(studio);
  await page.goto(`/musicians/payouts?${inAddress}`);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: '$90.00' })).toContainText('Not closed yet');
  await checkA11yAtBothWidths(page);

  await test.step('closing one, then all that can be', async () => {
    const [first] = [rows(page).filter({ hasText: '$90.00' })];
    await first?.getByRole('button', { name: /^Close/ }).click();
    const one = page.getByRole('dialog', { name: /^Close / });
    await expect(one).toContainText('In all that is $90.00.');
    await checkA11y(page, 'panel');
    await one.getByRole('button', { name: 'Close for ever' }).click();
    await expect(one).toHaveCount(0);
    await expect(rows(page).filter({ hasText: '$90.00' })).toContainText('Closed');
    await page.getByRole('button', { name: 'Close all that can be (1)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close for ever' }).click();
    await expect(page.getByRole('button', { name: /^Close all/ })).toHaveCount(0);
  });

  await test.step('marking both', async () => {
    await page.getByRole('button', { name: 'Select all that can be paid' }).click();
    await page.getByRole('button', { name: 'Mark selected as paid (2)' }).click();
    const form = dialog(page, 'Mark as paid');
    await expect(form).toContainText('2 musicians: $150.00.');
    await form.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(form.getByText(/Please name the payment/)).toBeVisible();
    await checkA11yAtBothWidths(page, 'panel');
    await form.getByRole('textbox', { name: 'Reference' }).fill('=SEPA 77');
    await form.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(form).toHaveCount(0);
    await expect(rows(page).filter({ hasText: '=SEPA 77' })).toHaveCount(2);
    await checkA11yAtBothWidths(page);
  });

  await test.step('the files: CSV without formulas, and a PDF', async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(csv.split('\r\n')).toHaveLength(4);
    expect(csv).toContain(',90.00,');
    expect(csv).toContain(",'=SEPA 77,");
    const href = await page.getByRole('link', { name: /^PDF/ }).first().getAttribute('href');
    const pdf = await page.request.get(new URL(href ?? '', page.url()).href);
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
  });

  await test.step('a month of several pages adds up once all are there', async () => {
    let isDown = true;
    await page.route('**/api/v2/operator/payouts?**', (route) => {
      const url = new URL(route.request().url());
      if (isDown && url.searchParams.has('after')) return route.fulfill({ status: 500, json: {} });
      url.searchParams.set('limit', '1');
      return route.continue({ url: url.href });
    });
    await page.reload();
    const half = page.getByRole('alert').filter({ hasText: 'We could not load all of this month' });
    await expect(half).toBeVisible();
    await expect(page.getByText(/^The sums come once all musicians are read: [01] so far\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download as CSV' })).toHaveCount(0);
    await checkA11yAtBothWidths(page);
    isDown = false;
    await half.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Download as CSV' })).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByRole('main')).toContainText('$150.00');
    await page.unroute('**/api/v2/operator/payouts?**');
  });

  const musician = await as('partner@demo.test', `/profile#invoice&${inAddress}`);
  await expect(musician.getByText(/^Paid on .* \(=SEPA 77\)\.$/)).toBeVisible();
  await checkA11y(musician);

  await test.step('taking one back, for a reason that stays', async () => {
    const row = rows(page).filter({ hasText: '$90.00' });
    await row.getByRole('button', { name: /^Take back/ }).click();
    const asked = dialog(page, 'Take this mark back?');
    await asked.getByRole('textbox', { name: 'Reason' }).fill('The bank sent it back');
    await asked.getByRole('button', { name: 'Take back' }).click();
    await expect(row.getByRole('button', { name: /^Mark as paid/ })).toBeVisible();
    await row.getByRole('link').first().click();
    await expect(part(page, 'Payments')).toContainText('The bank sent it back');
    await expect(part(page, 'Changes')).toContainText('Mark as paid taken back');
    await checkA11yAtBothWidths(page);
  });
  await musician.reload();
  await expect(musician.getByText(/^Closed on/)).toBeVisible();
  await expect(musician.getByText(/^Paid on/)).toHaveCount(0);
});
