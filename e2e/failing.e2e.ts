import { PASSWORD, signUp, unusedEmail, verifyAddress } from '#test/browser/accounts.ts';
import { dialog, post } from '#test/browser/booking.ts';
import { area, choose, expect, expectBooks, pick, test } from '#test/browser/life.ts';

test('a card that is declined after the trial, and later at a renewal, until the tries end; back each time @variant', async ({
  visit,
  latestMail,
  later,
}) => {
  let page = await visit(null);
  const email = unusedEmail();
  const banner = () => page.getByRole('region', { name: 'Payment', exact: true });

  await test.step('a trial by a card that will not pay', async () => {
    await signUp(page, email);
    await page.goto('/payment-details?cohort=studio_5');
    await page.getByRole('button', { name: '$199/Month', exact: true }).click();
    const country = page.getByRole('combobox', { name: 'Billing country' });
    await country.fill('Portugal');
    await country.press('Enter');
    await expect(page.getByRole('region', { name: 'Price' })).toContainText('$244.77');
    await page.getByRole('button', { name: 'Fails at the first renewal' }).click();
    await page.getByRole('button', { name: 'START YOUR FREE TRIAL' }).click();
    await expect(page.getByText('You have 1 credit to book with.')).toBeVisible();
    await verifyAddress(page, email, latestMail);
    await post(page, '/api/v2/onboarding', {
      persona_type: 'producer',
      persona_level: 'hobby',
      persona_diy: 'most',
      interests: ['mix'],
    });
  });

  await test.step('declined after 14 days: nothing is paid, and the banner says so', async () => {
    page = await later(email, 15, PASSWORD);
    await expect(banner()).toContainText('Your last payment failed.');
    await latestMail(email, /payment/i);
    await expectBooks(page, [], 0);
  });

  await test.step('the tries end, and the membership with them', async () => {
    page = await later(email, 9, PASSWORD);
    await expect(banner()).toHaveCount(0);
    await expect(page.getByText(/^Your membership is no longer active/)).toBeVisible();
    await expect(area(page, 'Plan').getByText('None', { exact: true })).toBeVisible();
    await latestMail(email, /membership.*ended/i);
    await expectBooks(page, [], 0);
  });

  await test.step('back by a card that pays once', async () => {
    await choose(page, 'Purchase, Studio 5');
    await pick(page, 'Credit Card');
    const payment = dialog(page, 'Enter your payment details');
    await expect(payment.getByText('$244.77')).toBeVisible();
    await payment.getByRole('button', { name: 'Fails at the first renewal' }).click();
    await payment.getByRole('button', { name: 'START YOUR MEMBERSHIP' }).click();
    await expect(page.getByText('You have 5 credits to book with.')).toBeVisible();
    await page.goto('/profile#billing');
    await expectBooks(page, ['$244.77'], 5);
  });

  await test.step('the renewal fails, and is not mended', async () => {
    page = await later(email, 32, PASSWORD);
    await expect(banner()).toContainText('Your last payment failed.');
    await area(page, 'Plan').getByRole('link', { name: 'See the plans' }).click();
    await expect(
      page.getByRole('button', { name: 'Unable to switch, Studio 10' }),
    ).toHaveAccessibleDescription(/^Your last payment failed\./);
    await expectBooks(page, ['$244.77'], 5);
    page = await later(email, 9, PASSWORD);
    await expect(page.getByText(/^Your membership is no longer active/)).toBeVisible();
    await expectBooks(page, ['$244.77'], 0);
  });

  await test.step('back by a good card, for a smaller plan', async () => {
    await choose(page, 'Purchase, Studio 2');
    await pick(page, 'Credit Card');
    const payment = dialog(page, 'Enter your payment details');
    await expect(payment.getByText('$121.77')).toBeVisible();
    await payment.getByRole('button', { name: 'Success', exact: true }).click();
    await payment.getByRole('button', { name: 'START YOUR MEMBERSHIP' }).click();
    await expect(page.getByText('You have 2 credits to book with.')).toBeVisible();
    await page.goto('/profile#billing');
    await expectBooks(page, ['$121.77', '$244.77'], 2);
    await expect(area(page, 'Payment method').getByText('ending in 4242')).toBeVisible();
  });
});
