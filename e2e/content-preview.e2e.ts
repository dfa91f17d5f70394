import type { Page } from '@playwright/test';
import { PREVIEWS } from '#client/operator/content/preview/previews.ts';
import { consolePaths } from '#client/operator/console-paths.ts';
import { dialog } from '#test/browser/booking.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** Documents as people see them, before they are published (docs/product/content.md#preview). */
test.use({ fresh: false });

const preview = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });
const framed = (page: Page) => preview(page).locator('iframe').contentFrame();

test('a draft is looked at as a member and others see it, on a phone and wider, in light and dark', async ({
  as,
}) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/documents/announcements');
  const form = page.getByRole('region', { name: 'Document', exact: true });
  const item = form.locator('ol > li').first();
  const header = item.getByRole('textbox', { name: 'Header', exact: true });
  const isOf = (name: string) => preview(page).getByRole('radio', { name, exact: true });

  await test.step('a draft is saved', async () => {
    await item.locator('summary').first().click();
    await header.fill('Nobody has read this yet');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText(/^Draft saved[.;]/)).toBeVisible();
  });

  await test.step('members see it, others do not', async () => {
    await preview(page).getByRole('button', { name: 'Show preview' }).click();
    await expect(framed(page).getByText('Nobody has read this yet')).toBeVisible();
    await isOf('Musician').check();
    await expect(framed(page).getByText('They see no announcement on this screen.')).toBeVisible();
    await isOf('Legacy member').check();
    await expect(framed(page).getByText('Nobody has read this yet')).toBeVisible();
    await isOf('Profile').check();
    await expect(framed(page).getByText('They see no announcement on this screen.')).toBeVisible();
    await isOf('Explore').check();
  });

  await test.step('with the width of a phone and of a desktop, light and dark', async () => {
    const width = () =>
      framed(page)
        .locator('html')
        .evaluate(() => innerWidth);
    await expect.poll(width).toBe(375);
    await isOf('Desktop').check();
    await expect.poll(width).toBe(1280);
    const own = await page.locator('html').getAttribute('data-mantine-color-scheme');
    for (const theme of ['Dark', 'Light']) {
      await isOf(theme).check();
      await expect(framed(page).locator('html')).toHaveAttribute(
        'data-mantine-color-scheme',
        theme.toLowerCase(),
      );
      await expect(framed(page).getByText('Nobody has read this yet')).toBeVisible();
    }
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(own);
    await checkA11y(page);
    await page.setViewportSize({ width: 375, height: 812 });
    await expect(framed(page).getByText('Nobody has read this yet')).toBeVisible();
    await checkA11y(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('nothing in it can be pressed', async () => {
    const link = framed(page).getByText('Invite a friend');
    await expect(link).toBeVisible();
    expect(await link.evaluate((element) => element.closest('[inert]') !== null)).toBe(true);
  });

  await test.step('a wrong draft says so', async () => {
    await header.fill('');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(
      preview(page).getByText('The draft cannot be shown: some of its fields are wrong.'),
    ).toBeVisible();
    await expect(preview(page).locator('iframe')).toHaveCount(0);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await dialog(page, 'Discard this draft?').getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(framed(page).getByText('Bring a friend, earn 5 credits each')).toBeVisible();
  });
});

test('numbers alone have no preview, and say why @variant', async ({ as }) => {
  const page = await as('operator@demo.test', '/documents/vat');
  await expect(preview(page)).toContainText('these numbers go into the amounts of checkouts and invoices');
  await expect(preview(page).getByRole('button')).toHaveCount(0);
});

test('every document is drawn, each part of it and for each viewer once @variant', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  for (const [name, shown] of Object.entries(PREVIEWS)) {
    if (typeof shown === 'string') continue;
    const parts = shown.parts.length === 0 ? [undefined] : shown.parts.map(({ key }) => key);
    const looks = Array.from({ length: Math.max(parts.length, shown.viewers.length) }, (_, n) => ({
      as: shown.viewers[n % shown.viewers.length],
      part: parts[n % parts.length],
    }));
    for (const look of looks) {
      await page.goto(consolePaths.contentPreview(name, look));
      await expect(page.locator('[inert]'), JSON.stringify([name, look])).toHaveText(/\S/);
      await expect(page.getByText('This cannot be shown here.')).toHaveCount(0);
    }
  }
});
