import { PASSWORD, newClient } from '#test/browser/accounts.ts';
import { dialog } from '#test/browser/booking.ts';
import {
  approve,
  area,
  choose,
  dueToday,
  expect,
  expectBooks,
  leave,
  nextAmount,
  pick,
  readPaypal,
  test,
} from '#test/browser/life.ts';

test('a year by PayPal: a top-up that is paid back, a larger plan, cancelled, and over @variant', async ({
  visit,
  command,
  later,
}) => {
  const opened = await newClient(visit, '/profile#billing');
  const { email } = opened;
  let { page } = opened;

  await test.step('bought at PayPal', async () => {
    await choose(page, 'Purchase, Studio 24');
    await pick(page, 'PayPal');
    const payment = dialog(page, 'Enter your payment details');
    await payment.getByLabel('Billing country').fill('Portugal');
    await payment.getByRole('option', { name: 'Portugal', exact: true }).click();
    await expect(payment.getByText('$1,313.64')).toBeVisible();
    await payment.getByRole('button', { name: 'START YOUR MEMBERSHIP' }).click();
    await approve(page);
    await expect(page.getByText('You have 25 credits to book with.')).toBeVisible();
    await page.goto('/profile#billing');
    await expectBooks(page, ['$1,313.64'], 25);
  });

  await test.step('a top-up of 2, which the operator pays back', async () => {
    await area(page, 'Credits').getByRole('link', { name: 'Top up' }).click();
    const topUp = dialog(page, 'Top up your credits');
    await topUp.getByRole('radio', { name: 'PayPal' }).check();
    await topUp.getByRole('button', { name: 'One credit more' }).click();
    await topUp.getByRole('button', { name: 'Pay $194.34 at PayPal' }).click();
    await approve(page);
    await expect(page.getByText('2 credits are here.')).toBeVisible();
    await expectBooks(page, ['$194.34', '$1,313.64'], 27);
    const [receipt = ''] = (await command('refunds', 'payments', email)).match(/TB-\S+(?=.*\$194\.34)/) ?? [];
    expect(await command('refunds', 'make', receipt, '--yes')).toContain('It is refunded');
    await page.reload();
    await expect(area(page, 'Invoices').getByText('Credit note')).toBeVisible();
    await expect(area(page, 'Invoices').getByText('Refunded', { exact: true })).toBeVisible();
    await expect(area(page, 'Statement').getByRole('row', { name: /Withdrawn: top-up -2/ })).toBeVisible();
    await expectBooks(page, ['-$194.34', '$194.34', '$1,313.64'], 25);
  });

  let due = '';
  await test.step('a larger plan after 100 days: what is left of the year is taken off', async () => {
    page = await later(email, 100, PASSWORD);
    await choose(page, 'Upgrade to Studio 60 now');
    const change = dialog(page, 'Change to Studio 60');
    due = await dueToday(change);
    await change.getByRole('button', { name: `Pay ${due} at PayPal` }).click();
    await approve(page);
    await expect(area(page, 'Plan').getByRole('definition').first()).toHaveText('Studio 60');
    await expectBooks(page, [due, '-$194.34', '$194.34', '$1,313.64'], 60);
  });

  await test.step('cancelled, and over a year later', async () => {
    await leave(page);
    page = await later(email, 366, PASSWORD);
    await readPaypal(page);
    await expect(area(page, 'Plan').getByText('None', { exact: true })).toBeVisible();
    await expectBooks(page, [due, '-$194.34', '$194.34', '$1,313.64'], 0);
  });
});

test('a trial by PayPal starts now, is cancelled, bought again, goes on, and ends', async ({ as, later }) => {
  const email = 'ondemand@demo.test';
  let page = await as(email, '/profile#billing');

  await test.step('a trial, which ends once its first month is approved', async () => {
    await choose(page, 'Purchase, Studio 5');
    await pick(page, 'PayPal');
    const payment = dialog(page, 'Enter your payment details');
    await expect(payment.getByText('$244.77', { exact: true })).toBeVisible();
    await payment.getByRole('button', { name: 'START YOUR FREE TRIAL' }).click();
    await approve(page);
    await expect(page.getByText('You have 8 credits to book with.')).toBeVisible();
    await page.goto('/profile#billing');
    await expectBooks(page, [], 8);
    const next = await nextAmount(page);
    await area(page, 'Plan').getByRole('button', { name: 'Start membership now' }).click();
    const start = dialog(page, 'Start your membership now?');
    await expect(start).toContainText(`You approve ${next}`);
    await start.getByRole('button', { name: 'Continue at PayPal' }).click();
    await approve(page);
    await expect(area(page, 'Plan').getByText('Member', { exact: true })).toBeVisible();
    await expectBooks(page, [next], 12);
  });

  await test.step('cancelled, and bought again before the end: nothing is due', async () => {
    page = await later(email, 10);
    await leave(page);
    await area(page, 'Plan').getByRole('button', { name: 'Buy the same plan again' }).click();
    await approve(page);
    await expect(area(page, 'Plan').getByText('Member', { exact: true })).toBeVisible();
    await expectBooks(page, ['$244.77'], 12);
  });

  await test.step('renewed at the end of what was paid, and cancelled', async () => {
    page = await later(email, 22);
    await expectBooks(page, ['$244.77', '$244.77'], 17);
    await leave(page);
  });

  await test.step('over a month later; what was bought by the piece stays', async () => {
    page = await later(email, 32);
    await readPaypal(page);
    await expect(area(page, 'Plan').getByText('None', { exact: true })).toBeVisible();
    await expectBooks(page, ['$244.77', '$244.77'], 7);
  });
});
