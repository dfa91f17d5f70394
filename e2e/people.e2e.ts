import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

test.use({ fresh: false });

test('an operator finds people by search and filters, and the address keeps both', async ({ as }) => {
  const page = await as('operator@demo.test');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
  const rows = page.getByRole('main').getByRole('listitem');
  const names = rows.getByRole('heading', { level: 2 });
  await expect(names.first()).toBeVisible();
  await checkA11yAtBothWidths(page);

  await test.step('by name, address and id, while one types', async () => {
    await page.locator('body').press('/');
    const search = page.getByRole('searchbox', { name: 'Search' });
    await expect(search).toBeFocused();
    await page.keyboard.type('client2@demo');
    await expect(page).toHaveURL(/\/people\?q=client2%40demo$/);
    await expect(names).toHaveCount(1);
    await expect(rows).toContainText('client2@demo.test');
    await expect(rows).toContainText('Client');
    await expect(rows).toContainText('Member');
    await page.reload();
    await expect(search).toHaveValue('client2@demo');
    await expect(names).toHaveCount(1);
    await search.fill('nobody of this name');
    await expect(page.getByRole('heading', { name: 'Nobody was found' })).toBeVisible();
    await checkA11yAtBothWidths(page);
    await page.getByRole('button', { name: 'Show everybody' }).click();
    await expect(page).toHaveURL(/\/people$/);
    await expect(search).toHaveValue('');
  });

  await test.step('by role and status, with the keyboard', async () => {
    await page.getByRole('combobox', { name: 'Role' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Managed client' }).click();
    await expect(page).toHaveURL(/role=managed/);
    await expect(rows.filter({ hasText: 'managed@demo.test' })).toHaveCount(1);
    await expect(rows.filter({ hasNotText: 'Managed client' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Show everybody' }).click();
    await page.getByRole('combobox', { name: 'Status of clients' }).click();
    await page.getByRole('option', { name: 'Credits on demand' }).click();
    await expect(rows.filter({ hasText: 'ondemand@demo.test' })).toHaveCount(1);
    await expect(rows.filter({ hasNotText: 'Credits on demand' })).toHaveCount(0);
  });
});

test("a person's page has who they are, what they have and the latest about them", async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/people?q=client@demo.test');
  await page.getByRole('link', { name: 'Nora Vance' }).click();
  await expect(page).toHaveURL(/\/people\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nora Vance');
  const part = (name: string) => page.getByRole('region', { name });
  await expect(part('Account')).toContainText('Client');
  await expect(part('Membership')).toContainText('Studio 5, monthly');
  await expect(part('Credits').getByText(/^\d+ credits$/)).toBeVisible();
  await expect(part('Latest sessions').getByRole('listitem')).toHaveCount(5);
  await expect(part('Changes')).toContainText('No operator and no command has changed anything here.');
  await checkA11yAtBothWidths(page);

  await test.step('from a session to its musician, and back to the list', async () => {
    const session = part('Latest sessions').getByRole('listitem').first();
    const musician = session.getByRole('link').last();
    const name = await musician.innerText();
    await musician.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(part('Musician')).toContainText('Published');
    await expect(part('Membership')).toHaveCount(0);
    await checkA11yAtBothWidths(page);
    await page.getByRole('main').getByRole('link', { name: 'People' }).click();
    await expect(page).toHaveURL(/\/people$/);
  });

  await test.step('an address that names nobody', async () => {
    await page.goto('/people/00000000-0000-7000-8000-000000000000');
    await expect(page.getByRole('heading', { name: 'There is no such person' })).toBeVisible();
  });
});

test('on a phone the filters open on request @phone-only', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/people?role=partner');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toBeInViewport();
  await expect(page.getByRole('combobox', { name: 'Role' })).toBeHidden();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Operator' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('operator@demo.test');
});

test('a list that does not load says so and is tried again @variant', async ({ as, faults }) => {
  faults.allow(/operator\/people/);
  const page = await as('operator@demo.test', null);
  let isDown = true;
  await page.route('**/api/v2/operator/people**', (route) =>
    isDown ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.goto('/people');
  await expect(page.getByRole('heading', { name: 'We could not load the people' })).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
});
