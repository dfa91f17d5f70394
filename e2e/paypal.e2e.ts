import type { Page } from '@playwright/test';
import { fillIn, PASSWORD, signIn, unusedEmail, verifyAddress } from '#test/browser/accounts.ts';
import { get, post } from '#test/browser/booking.ts';
import { typeCard } from '#test/browser/payments.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

interface Person {
  readonly status: string;
  readonly sessions_left: number;
  readonly credits_bank: number;
  readonly subscription: { readonly paymentsProvider: string | null; readonly subscriptionId: string };
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const me = async (page: Page) => (await get<{ user: Person }>(page, '/api/users/me')).user;
const standing = async (page: Page) => {
  const { status, sessions_left, subscription } = await me(page);
  return [status, sessions_left, subscription.paymentsProvider];
};

/** Agrees on PayPal's page, as the test payer who pays. */
async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Agree & Continue' }).click();
}

/** Opens the plans from the billing area, and what a button there leads to. */
async function choose(page: Page, button: string): Promise<void> {
  await card(page, 'Plan').getByRole('link', { name: 'See the plans' }).click();
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** The amount that the dialog names as due today. */
async function dueToday(change: ReturnType<typeof dialog>): Promise<string> {
  const text = await change.getByText('Due today').locator('..').innerText();
  return /\$[\d,.]+/.exec(text)?.[0] ?? '';
}

/** Cancels the membership by the three steps. */
async function leave(page: Page, said: RegExp): Promise<void> {
  await card(page, 'Plan').getByRole('link', { name: 'Cancel membership' }).click();
  const modal = dialog(page, 'Cancel membership');
  await modal.getByRole('radio', { name: 'I am taking a break' }).check();
  await modal.getByRole('button', { name: 'Next' }).click();
  await expect(modal.getByText(said)).toBeVisible();
  for (const box of await modal.getByRole('checkbox').all()) await box.check();
  await modal.getByRole('button', { name: 'Cancel membership' }).click();
  const farewell = dialog(page, 'We are sorry to see you go');
  await farewell.getByRole('button', { name: 'To the billing area' }).click();
  await expect(card(page, 'Plan').getByText('Ends on')).toBeVisible();
}

test('a life with PayPal: trial, member, another plan, yearly, gone, and back by card @variant', async ({
  visit,
  windows,
  latestMail,
  passTime,
  faults,
  origins,
}) => {
  // Two years of a membership take longest on a busy machine.
  test.setTimeout(400_000);
  // The sandbox is on the studio's port + 3.
  const { hostname, port } = new URL(origins.studio);
  faults.allow(new RegExp(`^request to another origin: http://${hostname}:${Number(port) + 3}/`));
  // A change that costs less than what it gives back.
  faults.allow(/409/);
  let page = await visit('/signup?cohort=studio_5');
  const email = unusedEmail();

  await test.step('the trial begins at PayPal; an approval that is broken off keeps what was chosen', async () => {
    await fillIn(page, email, 'Greta Weber');
    await page.getByRole('button', { name: '$199/Month', exact: true }).click();
    const country = page.getByRole('combobox', { name: 'Billing country' });
    await country.fill('Germany');
    await country.press('Enter');
    await page.getByRole('radio', { name: 'PayPal' }).check();
    await expect(page.getByText('You approve this at PayPal and come back here.')).toBeVisible();
    await expect(page.getByLabel('Coupon')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Price' })).toContainText('$0 due today.');
    await checkA11y(page);
    await page.getByRole('button', { name: 'START YOUR FREE TRIAL' }).click();
    const price = Promise.withResolvers<void>();
    await page.route('**/quote?*', async (route) => {
      await price.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: /^Cancel and return/ }).click();
    await expect(page.getByText(/^You came back from PayPal without approving\./)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
    await expect(country).toHaveValue('Germany');
    const start = page.getByRole('button', { name: 'START YOUR FREE TRIAL' });
    await expect(start).toBeDisabled();
    price.resolve();
    await start.click();
    await approve(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nice, Greta Weber!');
    await expect(page.getByText('You have 1 credit to book with.')).toBeVisible();
    expect(await standing(page)).toEqual(['trial', 1, 'paypal']);
    await checkA11y(page);
    await verifyAddress(page, email, latestMail);
    await post(page, '/api/v2/onboarding', {
      persona_type: 'producer',
      persona_level: 'hobby',
      persona_diy: 'most',
      interests: ['mix'],
    });
  });

  await test.step('a member after 14 days', async () => {
    await passTime(email, 15);
    await expect.poll(() => standing(page)).toEqual(['subscriber', 5, 'paypal']);
    await page.goto('/profile#billing');
    const method = card(page, 'Payment method');
    await expect(method.getByText('anna@payer.test')).toBeVisible();
    await expect(method.getByRole('link', { name: 'Manage it at PayPal' })).toBeVisible();
    await expect(card(page, 'Invoices').getByText('$244.77')).toBeVisible();
  });

  await test.step('upgraded in the middle of the month: what was shown is what was billed', async () => {
    await passTime(email, 12);
    // In another browser: PayPal's page comes back to one whose clock has moved at most once.
    page = await visit('/login');
    await signIn(page, email, PASSWORD);
    await expect(page).toHaveURL(/\/explore/);
    await page.goto('/profile#billing');
    await choose(page, 'Upgrade to Studio 10 now');
    const change = dialog(page, 'Change to Studio 10');
    await expect(change.getByText('Credit for Studio 5')).toBeVisible();
    await expect(change.getByRole('radio', { name: 'PayPal' })).toBeChecked();
    const due = await dueToday(change);
    await change.getByRole('button', { name: `Pay ${due} at PayPal` }).click();
    await expect(page.getByText(due).first()).toBeVisible();
    await approve(page);
    await expect(page).toHaveURL(/\/profile#billing$/);
    await expect(card(page, 'Invoices').getByText(due)).toBeVisible();
    await expect(card(page, 'Plan').getByRole('definition').first()).toHaveText('Studio 10');
    expect(await standing(page)).toEqual(['subscriber', 10, 'paypal']);
  });

  await test.step('switched to yearly, after the warning about the bank', async () => {
    await choose(page, 'Switch to Studio 60 now');
    const change = dialog(page, 'Change to Studio 60');
    await expect(change.getByText('Switch', { exact: true })).toBeVisible();
    await checkA11y(page);
    await change.getByRole('button', { name: 'Go on' }).click();
    const due = await dueToday(change);
    await change.getByRole('button', { name: `Pay ${due} at PayPal` }).click();
    await approve(page);
    await expect(card(page, 'Invoices').getByText(due)).toBeVisible();
    await expect(card(page, 'Plan').getByRole('definition').first()).toHaveText('Studio 60');
    // Nearly a year is worth more than a month.
    await card(page, 'Plan').getByRole('link', { name: 'See the plans' }).click();
    const unable = page.getByRole('button', { name: 'Unable to switch, Studio 10', exact: true });
    await expect(unable).toBeDisabled();
    await expect(unable).toHaveAccessibleDescription(/PayPal cannot keep the rest/);
    await checkA11y(page);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
  });

  await test.step('cancelled: no resuming at PayPal, but a way', async () => {
    await leave(page, /^PayPal ends our agreement at once\./);
    const plan = card(page, 'Plan');
    await expect(plan.getByRole('button', { name: 'Resume membership' })).toHaveCount(0);
    await expect(plan.getByText(/Buy the same plan again: nothing is due until/)).toBeVisible();
    await checkA11y(page);
    await plan.getByRole('button', { name: 'Buy the same plan again' }).click();
    await page.getByRole('link', { name: /^Cancel and return/ }).click();
    await expect(page.getByText(/^You came back from PayPal without approving\./)).toBeVisible();
    expect((await me(page)).status).toBe('pending_cancellation');
  });

  await test.step('ended, and back on demand with a bundle by card', async () => {
    const { subscriptionId } = (await me(page)).subscription;
    for (const context of windows.contexts) for (const open of context.pages()) await open.close();
    await passTime(email, 366);
    // As one would be a year later; on a phone.
    page = await visit('/login');
    await page.setViewportSize({ width: 375, height: 812 });
    await signIn(page, email, PASSWORD);
    await expect(page).toHaveURL(/\/explore/);
    // The job that looks at it then goes by the database's time, which does not move.
    await post(page, '/api/v2/subscriptions/paypal/check-subscription', { subscriptionId });
    expect((await me(page)).status).toBe('cancelled');
    await page.goto('/profile?modal=plans#billing');
    await expect(page.getByRole('button', { name: /^\$219, / })).toBeVisible();
    await checkA11y(page);
    await page.getByRole('button', { name: /^\$219, / }).click();
    await expect(page.getByRole('radio', { name: 'Credit Card' })).toBeChecked();
    await page.getByRole('button', { name: 'GET YOUR BUNDLE' }).click();
    await typeCard(page, '4242424242424242', /^Pay/);
    await expect(page.getByText('3 credits are here.')).toBeVisible();
    expect((await me(page)).status).toBe('ondemand');
  });

  await test.step('a member again, by card: the picker asks first', async () => {
    await page.goto('/profile?modal=plans#billing');
    await page.getByRole('button', { name: 'Purchase, Studio 10', exact: true }).click();
    const picker = dialog(page, 'How would you like to pay?');
    await expect(picker.getByRole('radio', { name: 'Credit Card' })).toBeChecked();
    await picker.getByRole('button', { name: 'Continue' }).click();
    const payment = dialog(page, 'Enter your payment details');
    await payment.getByRole('button', { name: 'Success', exact: true }).click();
    await payment.getByRole('button', { name: 'START YOUR MEMBERSHIP' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nice, Greta Weber!');
    await expect.poll(() => standing(page)).toEqual(['subscriber', 13, 'stripe']);
  });
});
