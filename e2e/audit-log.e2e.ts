import { test } from '#test/browser/life.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect } from '#test/browser/test.ts';

test.use({ fresh: false });

test('an operator reads what was changed, filters it, and the address keeps the filter', async ({
  as,
  command,
}) => {
  await command('flags', 'set', 'webinar', 'on');
  await command('flags', 'unset', 'webinar');
  const page = await as('operator@demo.test');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log');
  const entries = page.getByRole('main').getByRole('listitem');
  const what = entries.getByRole('heading', { level: 2 });
  await expect(what.filter({ hasText: 'Authenticator app set up' })).toHaveCount(1);
  const ofWebinar = entries.filter({ hasText: 'Flag webinar' }).getByRole('heading', { level: 2 });
  await expect(ofWebinar).toHaveText(['Flag as shipped again', 'Flag set']);
  const unset = entries.filter({ hasText: 'Flag as shipped again' });
  await expect(unset).toContainText('Flag webinar');
  await expect(unset).toContainText('By a command');
  await expect(unset.getByRole('definition').first()).toHaveText(/yes.*no/);
  await checkA11yAtBothWidths(page);

  await test.step('by what an entry is of', async () => {
    await unset.getByRole('link', { name: 'Flag webinar' }).click();
    await expect(page).toHaveURL(/\/audit-log\?kind=flag&id=webinar$/);
    await expect(what).toHaveText(['Flag as shipped again', 'Flag set']);
    await page.reload();
    await expect(what).toHaveText(['Flag as shipped again', 'Flag set']);
    await page.getByRole('textbox', { name: 'Number, id or name' }).fill('sale');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Nothing was found' })).toBeVisible();
    await checkA11yAtBothWidths(page);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(page).toHaveURL(/\/audit-log$/);
  });

  await test.step('by what was done, and by whom, with the keyboard', async () => {
    await page.getByRole('combobox', { name: 'What' }).fill('Flag set');
    await expect(page.getByRole('option')).toHaveText(['Flag set']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/what=flag\.set/);
    await expect(entries.filter({ hasText: 'Flag webinar' })).toHaveCount(1);
    await expect(what.filter({ hasNotText: 'Flag set' })).toHaveCount(0);
    await page.getByRole('combobox', { name: 'By' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'A command' })).toBeVisible();
    await page.getByRole('option', { name: 'Sol Ibarra' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing was found' })).toBeVisible();
  });
});

test('a log that does not load says so and is tried again @variant', async ({ as, faults }) => {
  faults.allow(/audit-log/);
  const page = await as('operator@demo.test', null);
  let isDown = true;
  await page.route('**/api/v2/operator/audit-log**', (route) =>
    isDown ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.goto('/audit-log');
  await expect(page.getByRole('heading', { name: 'We could not load the audit log' })).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
});
