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

test('a login session that ends between the guard and the first drawing leads to the login @variant', async ({
  as,
}) => {
  const page = await as('client@demo.test', null);
  const drawable = Promise.all(
    [/\/api\/users\/me$/, /\/assets\/shell-/].map((url) => page.waitForResponse(url)),
  );
  // What the screen shows first is refused after the guard has passed.
  await page.route(/\/api\/.*partners\?/, async (route) => {
    await drawable;
    await page.context().clearCookies();
    await route.continue();
  });
  await page.goto('/explore');
  await expect(page).toHaveURL(/\/login/);
});
