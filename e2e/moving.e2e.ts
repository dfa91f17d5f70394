import { dialog } from '#test/browser/booking.ts';
import { look } from '#test/browser/dialogs.ts';
import { approve, area, dueToday, expect, expectBooks, nextAmount, test } from '#test/browser/life.ts';

test('a trial that starts now by card, moves to PayPal and back, and is renewed once @variant', async ({
  as,
  later,
}) => {
  const email = 'trial@demo.test';
  let page = await as(email, '/profile#billing');
  const paid: string[] = [];

  await test.step('the trial ends when the first period is paid', async () => {
    const next = await nextAmount(page);
    await area(page, 'Plan').getByRole('button', { name: 'Start membership now' }).click();
    const start = dialog(page, 'Start your membership now?');
    await expect(start).toContainText(`${next} is charged to your card.`);
    await start.getByRole('button', { name: 'Start and pay' }).click();
    await expect(area(page, 'Plan').getByText('Member', { exact: true })).toBeVisible();
    await expectBooks(page, [next], 5);
    paid.unshift(next);
  });

  await test.step('by PayPal instead: the rest of the month is taken off', async () => {
    page = await later(email, 10);
    await area(page, 'Payment method').getByRole('link', { name: 'Pay by PayPal instead' }).click();
    const move = dialog(page, 'Pay by PayPal');
    await expect(move.getByText('Credit for Studio 5')).toBeVisible();
    const due = await dueToday(move);
    await move.getByRole('button', { name: `Pay ${due} at PayPal` }).click();
    await approve(page);
    await expect(area(page, 'Payment method').getByText('anna@payer.test')).toBeVisible();
    paid.unshift(due);
    await expectBooks(page, paid, 5);
  });

  await test.step('by card again', async () => {
    page = await later(email, 10);
    await area(page, 'Payment method').getByRole('link', { name: 'Pay by card instead' }).click();
    const move = dialog(page, 'Pay by card');
    const due = await dueToday(move);
    await look(page, 'Pay by card');
    await move.getByRole('button', { name: 'Success', exact: true }).click();
    await move.getByRole('button', { name: `Pay ${due} and switch` }).click();
    await expect(area(page, 'Payment method').getByText('ending in 4242')).toBeVisible();
    paid.unshift(due);
    await expectBooks(page, paid, 5);
  });

  await test.step('one renewal, by the card, and what was left is in the bank', async () => {
    const next = await nextAmount(page);
    expect(next).toBe('$199');
    page = await later(email, 32);
    paid.unshift(next);
    await expectBooks(page, paid, 10);
    await expect(page.getByRole('meter', { name: 'Credits bank' })).toHaveAttribute('value', '5');
  });
});
