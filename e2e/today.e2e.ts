import { unusedEmail } from '#test/browser/accounts.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

test.use({ fresh: false });

test('an operator begins with what takes place and what waits, each leading on', async ({ as, origins }) => {
  const page = await as('operator@demo.test', null);
  // Whatever other tests have left, somebody waits.
  const email = unusedEmail();
  const user = { name: 'Wanda Waiting', email, timezone: 'Europe/Lisbon', password: 'long enough' };
  const joined = await page.request.post(`${origins.studio}/api/v2/users`, {
    headers: { origin: origins.studio },
    data: { user, method: 'official', isJoinWaitlist: true },
  });
  expect(joined.ok()).toBe(true);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  const list = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(list('Next 24 hours')).toBeVisible();
  await expect(list('Sessions now')).toBeVisible();
  await checkA11yAtBothWidths(page);
  const link = list('Waiting list').getByRole('listitem').getByRole('link').first();
  await expect(link).toBeVisible();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/people\/[\da-f-]{36}$/);
});

test('where nothing waits it says so @variant', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.route('**/api/v2/operator/today', async (route) => {
    const response = await route.fetch();
    const today = (await response.json()) as { lists: { list: string }[] };
    const lists = today.lists.map(({ list }) => ({ list, count: 0, rows: [] }));
    await route.fulfill({ response, json: { ...today, lists } });
  });
  await page.goto('/');
  await expect(page.getByText('Nothing waits for you')).toBeVisible();
  await checkA11yAtBothWidths(page);
});

test('what does not load says so and is tried again @variant', async ({ as, faults }) => {
  faults.allow(/operator\/today/);
  const page = await as('operator@demo.test', null);
  let isDown = true;
  await page.route('**/api/v2/operator/today', (route) =>
    isDown ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'We could not load what waits' })).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Next 24 hours' })).toBeVisible();
});
