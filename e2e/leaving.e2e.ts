import type { Page } from '@playwright/test';
import { look } from '#test/browser/dialogs.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a member leaves by three steps, sees until when all stays, and comes back by one press @phone-only', async ({
  as,
}) => {
  const page = await as('client2@demo.test', '/profile#billing');
  await card(page, 'Plan').getByRole('link', { name: 'Cancel membership' }).click();
  const modal = page.getByRole('dialog', { name: 'Cancel membership' });

  await test.step('a reason is needed, and kept when the modal is closed', async () => {
    await expect(modal.getByText('1/2')).toBeVisible();
    const next = modal.getByRole('button', { name: 'Next' });
    await expect(next).toBeDisabled();
    await modal.getByRole('radio', { name: 'I am taking a break' }).check();
    await modal.getByLabel('Anything else you would like to tell us?').fill('Back in spring.');
    await modal.getByRole('button', { name: 'Close' }).click();
    await expect(modal).toBeHidden();
    await card(page, 'Plan').getByRole('link', { name: 'Cancel membership' }).click();
    await expect(modal.getByRole('radio', { name: 'I am taking a break' })).toBeChecked();
    await next.click();
  });

  await test.step('what is lost in numbers; every box is needed', async () => {
    await expect(modal.getByText('2/2')).toBeVisible();
    await expect(modal.getByRole('region', { name: 'What happens to your credits' })).toContainText(
      /\d+ credits? .*to be used until .*, then lost\./,
    );
    const confirm = modal.getByRole('button', { name: 'Cancel membership' });
    const boxes = await modal.getByRole('checkbox').all();
    for (const box of boxes) {
      await expect(confirm).toBeDisabled();
      await box.check();
    }
    await modal.getByRole('button', { name: 'Back' }).click();
    await expect(modal.getByRole('radio', { name: 'I am taking a break' })).toBeChecked();
    await modal.getByRole('button', { name: 'Next' }).click();
    await confirm.click();
  });

  await test.step('the farewell leads to the billing area', async () => {
    const farewell = page.getByRole('dialog', { name: 'We are sorry to see you go' });
    await expect(farewell.getByText(/^Your membership ends on /)).toBeVisible();
    await look(page, 'We are sorry to see you go');
    await farewell.getByRole('button', { name: 'To the billing area' }).click();
    await expect(page).toHaveURL(/\/profile#billing$/);
    await expect(card(page, 'Plan').getByText('Member until the end of the period')).toBeVisible();
    await expect(card(page, 'Plan').getByText('Ends on')).toBeVisible();
    await checkA11y(page);
  });

  await test.step('resumed by one press', async () => {
    await card(page, 'Plan').getByRole('button', { name: 'Resume membership' }).click();
    await expect(page.getByText('Your membership goes on.')).toBeVisible();
    await expect(card(page, 'Plan').getByText('Next billing date')).toBeVisible();
    await expect(card(page, 'Plan').getByRole('link', { name: 'Cancel membership' })).toBeVisible();
  });

  await test.step('a new cycle names its price first', async () => {
    await card(page, 'Plan').getByRole('button', { name: 'Restart Billing Cycle now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restart your billing cycle?' });
    await expect(dialog.getByText(/^You pay \$\d+.* today/)).toBeVisible();
    await expect(dialog.getByText('5 new credits come at once.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(dialog).toBeHidden();
  });
});

test('the service update: three acknowledgements, then the reasons and the restart @phone', async ({
  as,
}) => {
  const page = await as('client@demo.test', '/explore?modal=service-update');
  const modal = page.getByRole('dialog', { name: 'Our services have changed' });
  await expect(modal.getByText('Stem Mastering')).toBeVisible();
  const next = modal.getByRole('button', { name: 'Next' });
  for (const box of await modal.getByRole('checkbox').all()) {
    await expect(next).toBeDisabled();
    await box.check();
  }
  await next.click();
  const second = page.getByRole('dialog', { name: 'Restart your billing cycle', exact: true });
  await expect(second.getByText('The credits of your plan come at once.')).toBeVisible();
  await second.getByRole('button', { name: 'Restart Billing Cycle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restart your billing cycle?' });
  await expect(dialog.getByText(/^You pay .* today/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await second.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/modal=/);
});
