import type { Locator } from '@playwright/test';
import { consolePaths } from '#client/operator/console-paths.ts';
import { dialog } from '#test/browser/booking.ts';
import { checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { signIn } from '#test/browser/login.ts';
import { expect, test } from '#test/browser/test.ts';

/** Where it ends, in px from the window's left. */
const right = (of: Locator): Promise<number> =>
  of.evaluate((element) => element.getBoundingClientRect().right);

test('an operator invites somebody, with each wrong field named, and sends the invitation again', async ({
  as,
}) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/people');
  await page.getByRole('button', { name: 'Invite' }).click();
  const asked = dialog(page, 'Invite somebody');
  await asked.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Operator' }).click();
  await asked.getByRole('button', { name: 'Send invitation' }).click();
  await expect(asked.getByText('Please confirm that the studio is to have one more operator.')).toBeVisible();
  await asked.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Musician' }).click();
  await asked.getByRole('textbox', { name: 'Name', exact: true }).fill('Maximiliane Featherstonehaugh');
  await asked.getByRole('textbox', { name: 'Email' }).fill('client@demo.test');
  await asked.getByRole('textbox', { name: 'Name in addresses' }).fill('Max F');
  await asked.getByRole('button', { name: 'Send invitation' }).click();
  await expect(asked.getByText('What the musician does, such as Drummer.')).toBeVisible();
  await expect(asked.getByText(/^Lower case letters, digits and single hyphens/)).toBeVisible();
  await checkA11yAtBothWidths(page, 'panel');
  await asked.getByRole('textbox', { name: 'Title' }).fill('Drummer');
  await asked.getByRole('textbox', { name: 'Name in addresses' }).fill('max-f');
  await asked.getByRole('checkbox', { name: 'Recording session' }).check();
  await asked.getByRole('checkbox', { name: 'Drums' }).check();
  await asked.getByRole('button', { name: 'Send invitation' }).click();
  await expect(asked.getByText('This address has an account already.')).toBeVisible();
  await asked.getByRole('textbox', { name: 'Email' }).fill('max-f@example.com');
  await asked.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('heading', { name: 'Maximiliane Featherstonehaugh' })).toBeVisible();
  await page.getByRole('button', { name: 'Send the invitation again' }).click();
  await expect(page.getByRole('region', { name: 'Changes' }).getByRole('listitem').first()).toContainText(
    'Invitation sent again',
  );
  await checkA11y(page, 'page');
});

test('who is blocked is out at once, reads why, and comes back; their sessions are listed', async ({
  as,
}) => {
  const client = await as('client2@demo.test');
  const page = await as('operator@demo.test', null);
  await page.goto('/people?q=client2@demo.test');
  await page.getByRole('link', { name: 'Jonas Lindqvist' }).click();
  await page.getByRole('region', { name: 'Login' }).getByRole('button', { name: 'Block' }).click();
  const asked = dialog(page, 'Block Jonas Lindqvist?');
  await asked.getByRole('button', { name: 'Block' }).click();
  await expect(asked.getByText('Please say why.')).toBeVisible();
  await checkA11yAtBothWidths(page, 'panel');
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Wrote insults');
  await asked.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText(/^Blocked since/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Still booked' })).toBeVisible();
  await expect(client).toHaveURL(/\/login/);
  await checkA11yAtBothWidths(page, 'page');

  await signIn(client, 'client2@demo.test');
  await expect(client.getByRole('alert')).toContainText('Your account is blocked. Please write to');
  await page.goto('/people?account=blocked');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'Jonas Lindqvist' }).click();
  await page.getByRole('button', { name: 'Unblock' }).click();
  const back = dialog(page, 'Unblock Jonas Lindqvist?');
  await back.getByRole('textbox', { name: 'Reason' }).fill('Said sorry');
  await back.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText(/^Blocked since/)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Changes' }).getByRole('listitem').first()).toContainText(
    'Said sorry',
  );
});

test('an operator sees what a client paid, refunds a part as shown, and asks the provider', async ({
  as,
}) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/people?q=client@demo.test&role=client');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  const payments = page.getByRole('region', { name: 'Payments' });
  await payments
    .getByRole('button', { name: /^Refund/ })
    .first()
    .click();
  const asked = dialog(page, 'Refund');
  const amount = asked.getByRole('textbox', { name: 'Amount in dollars, with VAT' });
  await amount.fill('much');
  await asked.getByRole('button', { name: 'Show what it does' }).click();
  await expect(asked.getByText('An amount such as 12.50.')).toBeVisible();
  await amount.fill('1000000');
  await asked.getByRole('button', { name: 'Show what it does' }).click();
  await expect(asked.getByText('That is more than what is left of the payment.')).toBeVisible();
  await amount.fill('1.50');
  await asked.getByRole('button', { name: 'Show what it does' }).click();
  await expect(asked.getByRole('status')).toContainText('$1.50 is paid back.');
  await checkA11yAtBothWidths(page, 'panel');
  await asked.getByRole('button', { name: 'Refund $1.50' }).click();
  await expect(asked).toHaveCount(0);
  await expect(payments.getByText('Refunded $1.50')).toBeVisible();
  await page.getByRole('button', { name: 'Ask the provider' }).click();
  const told = page.getByRole('region', { name: 'At the payment provider' });
  await expect(told.getByText('Running')).toBeVisible();
  await checkA11yAtBothWidths(page, 'page');
});

test('the current tab is in view on a phone, and the row fades out where it goes on @phone-only', async ({
  as,
}) => {
  const page = await as('operator@demo.test', consolePaths.importSessions);
  const row = page.getByRole('navigation', { name: 'People' });
  const tab = (name: string) => row.getByRole('link', { name, exact: true });
  await expect(tab('Import sessions')).toBeInViewport({ ratio: 0.9 });
  await expect(tab('Everybody')).not.toBeInViewport();
  await expect(row).not.toHaveAttribute('data-more');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
  await expect(tab('Everybody')).toBeInViewport({ ratio: 0.9 });
  await expect(tab('Import sessions')).not.toBeInViewport();
  await expect(row).toHaveAttribute('data-more');
  await tab('Import members').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(consolePaths.importMembers);
  await expect(tab('Import members')).toBeInViewport({ ratio: 0.9 });
  // Nor does it end where the row fades out.
  await expect
    .poll(async () => (await right(row)) - (await right(tab('Import members'))))
    .toBeGreaterThanOrEqual(40);
});
