import { newClient } from '#test/browser/accounts.ts';
import { chooseAttendance, fillInTrack, holdFreeTime, panel } from '#test/browser/acts.ts';
import { signIn } from '#test/browser/login.ts';
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

test('a call that is refused while the browser is given another login session keeps the screen @variant', async ({
  as,
}) => {
  const page = await as('client@demo.test', null);
  const refused: number[] = [];
  // As the server answers a call that came with the login session before.
  await page.route(/\/api\/.*partners\?/, async (route) => {
    if (refused.length > 0) return route.continue();
    const answer = await fetch(route.request().url(), { headers: { accept: 'application/json' } });
    refused.push(answer.status);
    return route.fulfill({ status: answer.status, json: await answer.json() });
  });
  await page.goto('/explore');
  await expect(page.getByRole('article')).toHaveCount(24);
  expect(refused).toEqual([401]);
  await expect(page).toHaveURL(/\/explore/);
});

test('a login session that ends before a booking is confirmed leads to the login, and back to the held time @variant', async ({
  as,
}) => {
  const page = await as('client2@demo.test', '/explore/femi-adeyemi');
  await holdFreeTime(page);
  await fillInTrack(page, 'Signed Out');
  await chooseAttendance(page);
  await page.context().clearCookies();
  const book = panel(page).getByRole('button', { name: /^Book for/ });
  await book.click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, 'client2@demo.test');
  await expect(panel(page).getByText('Signed Out', { exact: true })).toBeVisible();
  await book.click();
  await expect(panel(page).getByText('Your session with Femi Adeyemi is booked.')).toBeVisible();
});
