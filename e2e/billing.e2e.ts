import type { Page } from '@playwright/test';
import { atBothWidths, checkA11y } from '#test/browser/screen.ts';
import { analyticsEvents, newClient } from '#test/browser/accounts.ts';
import { fillInTrack, holdFreeTime, panel } from '#test/browser/acts.ts';
import { expect, test } from '#test/browser/test.ts';
import type { Faults } from '#test/browser/watch.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const allowHostedPage = (faults: Faults, studio: string) => {
  const { hostname, port } = new URL(studio);
  faults.allow(new RegExp(`^request to another origin: http://${hostname}:${Number(port) + 3}/`));
};

/** Types a test card on the provider's page and presses its button. */
async function payOnHostedPage(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Success', exact: true }).click();
  await page.getByLabel('Name on card').fill('Nora Vance');
  await page.getByRole('button', { name: /^Pay/ }).click();
}

test('a top-up of three: the page to pay on, the toast, the statement and the invoice', async ({
  visit,
  origins,
  faults,
}) => {
  allowHostedPage(faults, origins.studio);
  const { page } = await newClient(visit, '/profile#billing');
  await card(page, 'Credits').getByRole('link', { name: 'Top up' }).click();
  const modal = page.getByRole('dialog', { name: 'Top up your credits' });
  await expect(modal.getByRole('button', { name: 'One credit fewer' })).toBeDisabled();
  await modal.getByLabel('Billing country').fill('Portugal');
  await modal.getByRole('option', { name: 'Portugal', exact: true }).click();
  await modal.getByLabel('Credits', { exact: true }).fill('0');
  await expect(modal.getByRole('alert')).toHaveText('Please enter a whole number from 1 to 100.');
  await modal.getByLabel('Credits', { exact: true }).fill('2');
  await modal.getByRole('button', { name: 'One credit more' }).click();
  await expect(modal.getByText('VAT (23%)')).toBeVisible();
  await checkA11y(page);
  await modal.getByRole('button', { name: 'Pay $291.51' }).click();

  await payOnHostedPage(page);
  await expect(page.getByText('3 credits are here.')).toBeVisible();
  await expect(page).toHaveURL(/\/profile#billing$/);
  await expect(card(page, 'Statement').getByRole('row', { name: /Top-up \+3/ })).toBeVisible();
  const pdf = card(page, 'Invoices')
    .getByRole('link', { name: /^PDF of/ })
    .first();
  const answer = await page.request.get((await pdf.getAttribute('href')) ?? '');
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await card(page, 'Invoices').getByRole('link').first().click();
  await expect(page.getByRole('article')).toContainText('$291.51');
  await checkA11y(page);
});

test('a plan bought in the modal, upgraded at once, and a downgrade that is taken back', async ({
  visit,
  origins,
  faults,
}) => {
  allowHostedPage(faults, origins.studio);
  const { page } = await newClient(visit, '/profile?modal=plans#billing');
  await page.getByRole('button', { name: 'Purchase, Studio 2', exact: true }).click();
  const method = page.getByRole('dialog', { name: 'How would you like to pay?' });
  await expect(method.getByRole('radio', { name: /^Credit Card/ })).toBeChecked();
  await method.getByRole('button', { name: 'Continue' }).click();
  const modal = page.getByRole('dialog', { name: 'Enter your payment details' });
  await modal.getByLabel('Billing country').fill('Portugal');
  await modal.getByRole('option', { name: 'Portugal', exact: true }).click();
  await expect(modal.getByText('$121.77')).toBeVisible();
  await page.reload();
  await expect(modal.getByText('$121.77')).toBeVisible();
  await modal.getByRole('button', { name: 'Success', exact: true }).click();
  await modal.getByRole('button', { name: 'START YOUR MEMBERSHIP' }).click();
  await expect(page.getByText('You have 3 credits to book with.')).toBeVisible();
  // The purchase stays in the address, so that a reload knows what it waits for.
  await expect(page).toHaveURL(/\/thank-you\?session_id=/);
  await expect
    .poll(() => analyticsEvents(page))
    .toContainEqual(expect.objectContaining({ event: 'purchase' }));

  await page.goto('/profile?modal=plans#billing');
  await page.getByRole('button', { name: 'Upgrade to Studio 10 now' }).click();
  const change = page.getByRole('dialog', { name: 'Change to Studio 10' });
  await expect(change.getByText('Credit for Studio 2')).toBeVisible();
  await expect(change.getByText('10 credits come at once.')).toBeVisible();
  // Bought a moment ago: nothing of the period is over.
  await change.getByRole('button', { name: /^Pay \$\d+\.\d\d and upgrade$/ }).click();
  await expect(page.getByText("You're on Studio 10 now.")).toBeVisible();
  // Sooner than a payment would be waited for that is not on its way.
  await expect(page.getByRole('region', { name: 'Payment', exact: true })).toHaveCount(0, {
    timeout: 15_000,
  });
  await expect(card(page, 'Plan').getByRole('definition').first()).toHaveText('Studio 10');

  await card(page, 'Plan').getByRole('link', { name: 'See the plans' }).click();
  await page.getByRole('button', { name: 'Downgrade to Studio 2' }).click();
  const downgrade = page.getByRole('dialog', { name: 'Change to Studio 2' });
  await expect(downgrade.getByText('Downgrade without rollover')).toBeVisible();
  await downgrade.getByRole('button', { name: 'Downgrade', exact: true }).click();
  await expect(page.getByText(/^Your plan changes to Studio 2 on /)).toBeVisible();
  await expect(card(page, 'Plan').getByText('Studio 2, $99 a month')).toBeVisible();
  await card(page, 'Plan').getByRole('button', { name: 'Keep my plan' }).press('Enter');
  await expect(page.getByText('You keep your plan.')).toBeVisible();
  await expect(card(page, 'Plan').getByText('Studio 2, $99 a month')).toHaveCount(0);
  // The button is gone: the keyboard goes on beside it.
  await expect(card(page, 'Plan').getByRole('link', { name: 'See the plans' })).toBeFocused();
});

test('the billing tab of everyone at either width: a plan, credits and a way on @variant', async ({ as }) => {
  for (const email of ['client@demo.test', 'trial@demo.test', 'ondemand@demo.test', 'cancelled@demo.test']) {
    const page = await as(email, '/profile#billing');
    await atBothWidths(page, async () => {
      await expect(card(page, 'Plan').getByRole('definition').first()).toBeVisible();
      await expect(card(page, 'Credits').getByRole('link', { name: 'Top up' })).toBeVisible();
      const goesOn = email === 'client@demo.test' || email === 'trial@demo.test';
      await expect(card(page, 'Plan').getByRole('link', { name: 'Cancel membership' })).toHaveCount(
        goesOn ? 1 : 0,
      );
      await checkA11y(page);
    });
  }
});

test('a booking that lacks credits: topped up, back at the held time with what was written', async ({
  visit,
  origins,
  faults,
}) => {
  allowHostedPage(faults, origins.studio);
  const { page } = await newClient(visit, '/explore/imogen-clarke');
  await holdFreeTime(page);
  await fillInTrack(page, 'Night bus');
  await panel(page).getByLabel('Message to Imogen Clarke').fill('Warm, please.');
  await panel(page).getByRole('button', { name: 'Top up' }).click();
  const modal = page.getByRole('dialog', { name: 'Top up your credits' });
  await expect(modal.getByText('You need 2 more credit(s) to book this session.')).toBeVisible();
  await expect(modal.getByLabel('Credits', { exact: true })).toHaveValue('2');
  await modal.getByLabel('Billing country').fill('United States');
  await modal.getByRole('option', { name: 'United States', exact: true }).click();
  await modal.getByRole('button', { name: 'Pay $158' }).click();

  await payOnHostedPage(page);
  await expect(page.getByText('2 credits are here.')).toBeVisible();
  await expect(page).toHaveURL(/\/explore\/imogen-clarke\?hold=\d+&step=session$/);
  await expect(panel(page).getByText('Held for you')).toBeVisible();
  await expect(panel(page).getByLabel('Message to Imogen Clarke')).toHaveValue('Warm, please.');
  // It was lengthened on the way out, which happens once.
  await expect(panel(page).getByRole('button', { name: 'Hold it for 10 more minutes' })).toHaveCount(0);
});
