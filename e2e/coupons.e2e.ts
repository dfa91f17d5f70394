import type { Locator } from '@playwright/test';
import { dialog } from '#test/browser/booking.ts';
import { look } from '#test/browser/dialogs.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** Coupons in the console (docs/product/operator.md#coupons). */
test('a coupon is made, works at the checkout, and is ended', async ({ as, studio }) => {
  studio.resetAfterwards();
  const page = await as('operator@demo.test', '/documents');
  await page.getByRole('navigation', { name: 'Content' }).getByRole('link', { name: 'Coupons' }).click();
  await expect(page.getByText('There is no coupon yet')).toBeVisible();
  await checkA11yAtBothWidths(page);

  await page.getByRole('button', { name: 'Make a coupon' }).click();
  await look(page, 'Make a coupon');
  const make = dialog(page, 'Make a coupon');
  await make.getByRole('button', { name: 'Make coupon' }).click();
  await expect(make.getByText('Please use 3 to 40 letters, digits and hyphens.')).toBeVisible();
  await expect(make.getByText('More than 0, at most 100, with at most two decimals.')).toBeVisible();
  await checkA11yAtBothWidths(page, 'panel');
  await make.getByRole('textbox', { name: 'Code' }).fill('spring');
  await make.getByRole('textbox', { name: 'Percent' }).fill('25');
  await make.getByRole('checkbox', { name: 'Studio 5' }).check();
  await make.getByRole('textbox', { name: 'How often it can be used in all (optional)' }).fill('10');
  await make.getByRole('button', { name: 'Make coupon' }).click();
  const message = page.locator('[role=status]').filter({ hasText: 'SPRING can be used' });
  await expect(message).toBeVisible();
  // It is over no button of the next dialog. The pointer keeps it from leaving meanwhile.
  await message.hover();
  await page.getByRole('button', { name: 'Make a coupon' }).press('Enter');
  const button = make.getByRole('button', { name: 'Make coupon' });
  await expect(button).toBeVisible();
  expect(await overlap(message, button)).toBe(false);
  await page.keyboard.press('Escape');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Can be used' });
  await expect(row).toContainText(/25% off.*Studio 5.*Used 0 of 10 times.*Without an end/);
  await checkA11yAtBothWidths(page);

  await page.getByRole('button', { name: 'Make a coupon' }).click();
  await make.getByRole('textbox', { name: 'Code' }).fill('SPRING');
  await make.getByRole('textbox', { name: 'Percent' }).fill('10');
  await make.getByRole('button', { name: 'Make coupon' }).click();
  await expect(make.getByText('There is a coupon with this code that can still be used.')).toBeVisible();
  await page.keyboard.press('Escape');

  const client = await as('signup@demo.test', '/payment-details?offer=studio_5&step=payment');
  await client.getByRole('textbox', { name: 'Coupon' }).fill('spring');
  await client.getByRole('button', { name: 'Apply' }).click();
  await expect(client.getByText('is applied.')).toBeVisible();
  await client.getByRole('button', { name: 'Remove' }).click();

  await page.getByRole('button', { name: 'End SPRING' }).click();
  await look(page, 'End SPRING?');
  await dialog(page, 'End SPRING?').getByRole('button', { name: 'End coupon' }).click();
  await expect(page.getByText('SPRING has ended')).toBeVisible();
  await expect(page.getByRole('button', { name: 'End SPRING' })).toHaveCount(0);
  const changes = page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
  await expect(changes.getByRole('heading').first()).toHaveText('Coupon ended');
  // The quote of a moment ago is not asked for again.
  await client.reload();
  await client.getByRole('textbox', { name: 'Coupon' }).fill('spring');
  await client.getByRole('button', { name: 'Apply' }).click();
  await expect(client.getByRole('alert')).toBeVisible();
});

test('a provider that does not answer is named, with a way to try again @variant', async ({ as, faults }) => {
  faults.allow(/^503: /);
  const page = await as('operator@demo.test', null);
  await page.route('**/api/v2/operator/coupons', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Unavailable',
        status: 503,
        detail: 'Stripe does not answer. Nothing was changed; try again in a moment.',
        code: 'provider_unavailable',
      },
    }),
  );
  await page.goto('/coupons');
  await expect(page.getByText('Stripe does not answer.')).toBeVisible();
  await checkA11yAtBothWidths(page);
  await page.unroute('**/api/v2/operator/coupons');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Make a coupon' })).toBeVisible();
});

/** Whether one covers a part of the other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (a === null || b === null) throw new Error('one of them is not shown');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
