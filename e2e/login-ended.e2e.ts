import { newClient } from '#test/browser/accounts.ts';
import { expect, test } from '#test/browser/test.ts';

test('a login session that ends under an open billing area leads to the login', async ({
  visit,
  moveClock,
}) => {
  const { page } = await newClient(visit, '/profile#billing');
  await expect(
    page.getByRole('region', { name: 'Credits', exact: true }).getByRole('link', { name: 'Top up' }),
  ).toBeVisible();
  await page.context().clearCookies();
  await moveClock({ minutes: 1 });
  // A question of that minute may already have sent the page away.
  await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange'))).catch(() => {});
  await expect(page).toHaveURL(/\/login/);
});
