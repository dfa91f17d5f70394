import { look } from '#test/browser/dialogs.ts';
import { dialog } from '#test/browser/booking.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { failJob } from '#test/browser/failed-job.ts';
import { expect, test } from '#test/browser/test.ts';

test.use({ fresh: false });

test('an operator sees what runs and tries every setting', async ({ as }) => {
  const page = await as('operator@demo.test');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'System' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('System');
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Versions')).toContainText('PostgreSQL');
  await expect(part('Health').getByRole('listitem')).toHaveCount(2);
  await expect(part('Storage')).toContainText('being uploaded');
  await checkA11yAtBothWidths(page);
  await part('Health').getByRole('button', { name: 'Try every setting' }).click();
  await expect(part('Health').getByText('Every setting works.')).toBeVisible();
  await expect(part('Health').getByRole('listitem').filter({ hasText: 'Stripe' })).toContainText('sandbox');
  await checkA11yAtBothWidths(page);
});

test('the backups say when the last one was made, and why the next one fails', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  const part = page.getByRole('region', { name: 'Backups', exact: true });
  await page.goto('/system');
  await expect(part).toContainText('No backup is made by itself');
  let backups: object = { last: null, failure: null, next_at: null };
  await page.route('**/api/v2/operator/system', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), backups } });
  });
  await page.reload();
  await expect(part).toContainText('None yet');
  await expect(part).toContainText('Within minutes, or running');
  backups = {
    last: { at: '2026-11-23T02:30:00Z', bytes: 734_003_200 },
    failure: { at: '2026-11-24T02:31:00Z', text: 'ENOSPC: no space left on device, write' },
    next_at: '2026-11-25T02:30:00Z',
  };
  await page.reload();
  await expect(part).toContainText('734.0 MB');
  await expect(part).toContainText('failed: ENOSPC: no space left on device, write. It is tried again');
  await checkA11yAtBothWidths(page);
});

test('a mail is found, read as it was sent, and sent again', async ({ as, origins }) => {
  const page = await as('operator@demo.test', null);
  const asked = await page.request.post(`${origins.studio}/api/auth/reset-password-instructions`, {
    headers: { origin: origins.studio },
    data: { email: 'client2@demo.test' },
  });
  expect(asked.status()).toBe(200);
  await page.goto('/system/mails?state=sent');
  const rows = page.getByRole('main').getByRole('listitem');
  const secret = rows.filter({ hasText: 'Reset the password' }).filter({ hasText: 'client2@demo.test' });
  await expect(async () => {
    await page.reload();
    await expect(secret.first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(secret.getByRole('button', { name: /^Read/ })).toHaveCount(0);
  await checkA11yAtBothWidths(page);

  await test.step('its state, kind and address are in the address', async () => {
    await page.getByRole('combobox', { name: 'Mail', exact: true }).fill('Reset');
    await page.getByRole('option', { name: 'Reset the password' }).click();
    await expect(page).toHaveURL(/template=reset-password/);
    await page.getByRole('textbox', { name: 'Address' }).fill('nobody@demo.test');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No mail was found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show every mail' }).click();
    await expect(page).toHaveURL(/\/system\/mails$/);
  });

  await test.step('sent again once a minute, and noted', async () => {
    await secret
      .first()
      .getByRole('button', { name: /^Send again/ })
      .click();
    await expect(page.getByText('The mail is sent again')).toBeVisible();
    await secret
      .filter({ hasText: 'Sent again on' })
      .getByRole('button', { name: /^Send again/ })
      .click();
    await expect(secret.getByText('sent again less than a minute ago')).toBeVisible();
    await page.goto('/audit-log');
    await expect(page.getByRole('heading', { name: 'Mail sent again' }).first()).toBeVisible();
  });
});

test('who reads a mail is noted @variant', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/system/mails?template=second-factor-changed');
  const read = page.getByRole('button', { name: /^Read: Second factor changed/ }).first();
  await expect(async () => {
    await page.reload();
    await expect(read).toBeVisible({ timeout: 2000 });
  }).toPass();
  await read.click();
  const open = dialog(page, 'Second factor changed');
  await expect(open).toContainText('operator@demo.test');
  await look(page, 'Second factor changed');
  await page.keyboard.press('Escape');
  await page.goto('/audit-log');
  await expect(page.getByRole('heading', { name: 'Mail read' }).first()).toBeVisible();
});

test('a failed job runs again, another is dropped with a reason', async ({ as, studio }) => {
  const page = await as('operator@demo.test', null);
  await failJob(studio, 'The first did not work');
  await failJob(studio, 'The second did not work');
  await page.goto('/system/queues');
  const failed = page.getByRole('region', { name: 'Failed jobs' }).getByRole('listitem');
  await expect(failed).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Queues', exact: true })).toContainText(
    'operator.check-data',
  );
  await checkA11yAtBothWidths(page);
  await failed
    .filter({ hasText: 'The first' })
    .getByRole('button', { name: /^Run again/ })
    .click();
  await expect(failed).toHaveCount(1);
  await failed.getByRole('button', { name: /^Drop/ }).click();
  await look(page, 'Drop this job?');
  const open = dialog(page, 'Drop this job?');
  await open.getByRole('button', { name: 'Drop' }).click();
  await expect(open).toContainText('Please say why.');
  await open.getByRole('textbox', { name: 'Reason' }).fill('Checked by hand');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No job has failed every try.')).toBeVisible();
  await page.goto('/audit-log?what=job.dropped');
  await expect(page.getByText('Checked by hand')).toBeVisible();
});

test("providers' events are listed by provider and outcome @variant", async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/system/webhooks');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toContainText(/Stripe|PayPal/);
  await checkA11yAtBothWidths(page);
  await page.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Handled' }).click();
  await expect(page).toHaveURL(/state=handled/);
  await expect(rows.filter({ hasText: 'Waiting' })).toHaveCount(0);
});
