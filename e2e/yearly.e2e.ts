import { dialog } from '#test/browser/booking.ts';
import { area, choose, expect, expectBooks, leave, nextAmount, test } from '#test/browser/life.ts';

test('a year by card: renewed, a smaller plan from the next year on, cancelled, and run out @variant', async ({
  as,
  later,
}) => {
  const email = 'annual@demo.test';
  let page = await as(email, '/profile#billing');

  await test.step('renewed after a year, as announced', async () => {
    const next = await nextAmount(page);
    expect(next).toBe('$2,148');
    // One is spent on a session.
    await expectBooks(page, [next], 59);
    page = await later(email, 201);
    await expectBooks(page, [next, next], 60);
  });

  await test.step('a downgrade costs nothing today, and follows at the end of the year', async () => {
    await choose(page, 'Downgrade to Studio 24');
    const change = dialog(page, 'Change to Studio 24');
    await expect(change.getByText('$0', { exact: true })).toBeVisible();
    await expect(change.getByText('$1,068 a year').first()).toBeVisible();
    await change.getByRole('button', { name: 'Downgrade', exact: true }).click();
    await expect(page.getByText(/^Your plan changes to Studio 24 on /)).toBeVisible();
    await expect(area(page, 'Plan').getByText('Studio 24, $1,068 a year')).toBeVisible();
    await expect.poll(() => nextAmount(page)).toBe('$1,068');
    await expectBooks(page, ['$2,148', '$2,148'], 60);
    page = await later(email, 366);
    await expect(area(page, 'Plan').getByRole('definition').first()).toHaveText('Studio 24');
    await expectBooks(page, ['$1,068', '$2,148', '$2,148'], 24);
  });

  await test.step('cancelled: all stays until the end of the year, then it is over', async () => {
    await leave(page);
    await expectBooks(page, ['$1,068', '$2,148', '$2,148'], 24);
    page = await later(email, 366);
    await expect(area(page, 'Plan').getByText('None', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Your membership is no longer active/)).toBeVisible();
    await expectBooks(page, ['$1,068', '$2,148', '$2,148'], 0);
    await area(page, 'Plan').getByRole('link', { name: 'See the plans' }).click();
    await expect(page.getByRole('button', { name: 'Purchase, Studio 60' })).toBeEnabled();
  });
});
