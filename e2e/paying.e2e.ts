import type { Page } from '@playwright/test';
import { analyticsEvents, signUp, unusedEmail } from '#test/browser/accounts.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const bank = (page: Page) => page.frameLocator('iframe[title="Your bank\'s confirmation"]');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

// A card has one trial, also in a studio of the tests.
test.use({ fresh: true });

test('a stranger chooses Studio 5 and starts the trial by a card that asks for 3-D Secure @phone', async ({
  visit,
  faults,
  origins,
}) => {
  // The sandbox is on the studio's port + 3: the card and the bank's page go there, and nowhere else.
  const sandbox = `http://localhost:${Number(new URL(origins.studio).port) + 3}`;
  faults.allow(new RegExp(`^request to another origin: ${sandbox}/(v1|authenticate|assets)/`));
  // What a declined card and a bank's refusal answer.
  faults.allow(/40[02]|422/);
  const page = await visit('/login');
  await signUp(page, unusedEmail());
  await page.goto('/payment-details?cohort=studio_5');
  await expect(heading(page)).toHaveText('Pick your offer');
  await expect(page.getByRole('radio', { name: 'Studio 5, $199/Month' })).toBeChecked();
  await expect(page.getByText('VAT Charges may apply')).toBeVisible();
  await checkA11y(page);
  await press(page, '$199/Month');

  await expect(heading(page)).toHaveText('Enter your payment details');
  const country = page.getByRole('combobox', { name: 'Billing country' });
  await country.fill('Germany');
  await country.press('Enter');
  await expect(page.getByText('Studio 5 - Free trial (14 days)')).toBeVisible();
  await expect(page.getByText('$199 - 5 credits per month')).toBeVisible();
  const price = page.getByRole('region', { name: 'Price' });
  await expect(price).toContainText('$45.77');
  await expect(price).toContainText('$0 due today.');
  await expect(page.getByText('Billing Country: Germany / Secure Checkout')).toBeVisible();
  await page.reload();
  await expect(country).toHaveValue('Germany');
  await checkA11y(page);

  await press(page, 'Declined');
  await press(page, 'START YOUR FREE TRIAL');
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveAccessibleDescription(
    'Your card was declined.',
  );
  await press(page, '3-D Secure pass');
  await press(page, 'START YOUR FREE TRIAL');
  await bank(page).getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveAttribute('aria-invalid', 'true');
  await press(page, 'START YOUR FREE TRIAL');
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click();

  await expect(heading(page)).toHaveText(/^Nice, .+!$/);
  await expect(page.getByText('You have 1 credit to book with.')).toBeVisible();
  await expect
    .poll(() => analyticsEvents(page))
    .toContainEqual(expect.objectContaining({ event: 'purchase' }));
  await checkA11y(page);
  const again = await page.context().newPage();
  await again.goto(page.url());
  await expect(heading(again)).toHaveText(/^Nice, .+!$/);
  expect(await analyticsEvents(again)).toEqual([]);
  await again.close();
  await page.getByRole('link', { name: 'BOOK YOUR FREE SESSION' }).click();
  await expect(page).toHaveURL(/\/explore$/);
});
