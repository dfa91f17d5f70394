import { dialog } from '#test/browser/booking.ts';
import { look } from '#test/browser/dialogs.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

test('an operator changes an offer, is told that it waits for a price, and makes it at both providers', async ({
  as,
}) => {
  const page = await as('operator@demo.test', '/prices');
  await expect(page.getByText('All that is offered is sold, at its prices.')).toBeVisible();
  const stripe = page.getByRole('region', { name: 'Stripe' }).getByRole('listitem');
  await expect(stripe.filter({ hasText: 'studio_5' })).toContainText('$199.00');
  await checkA11yAtBothWidths(page);

  await page.goto('/documents/pricing');
  const plan = page.getByRole('group', { name: 'Plans 2', exact: true });
  await page.locator('summary').filter({ hasText: 'Studio 5' }).first().click();
  await plan.getByRole('textbox', { name: 'Price, in dollars', exact: true }).fill('209');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await dialog(page, 'Publish this draft?').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('1 offer waits for a price.')).toBeVisible();
  await page.getByRole('link', { name: 'Make prices' }).click();

  await expect(stripe.filter({ hasText: 'studio_5' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Make prices' }).click();
  await look(page, 'Make prices?');
  const asked = dialog(page, 'Make prices?');
  await expect(asked.getByRole('listitem')).toHaveText([
    'Stripe: 1 to make, 1 to take from sale.',
    'PayPal: 1 to make, 1 to take from sale.',
  ]);
  await asked.getByRole('button', { name: 'Make prices' }).click();
  await expect(page.getByText('All that is offered is sold, at its prices.')).toBeVisible();
  for (const provider of ['Stripe', 'PayPal'])
    await expect(
      page.getByRole('region', { name: provider }).getByRole('listitem').filter({ hasText: 'studio_5' }),
    ).toHaveText(/\$209\.00 a month.*Sold/);
});
