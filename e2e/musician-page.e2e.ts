import { panel } from '#test/browser/acts.ts';
import { email, signIn } from '#test/browser/login.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** A musician's page (docs/product/musician-page.md). */

test('a visitor hears a musician, reads what clients say, signs in to book, and finds back to the page', async ({
  visit,
}) => {
  const page = await visit('/musicians/delia-marsh');
  const name = page.getByRole('heading', { level: 1, name: 'Delia Marsh' });
  await expect(name).toBeVisible();
  await expect(page).toHaveTitle('Delia Marsh, Singer · Talkback');
  await expect(page.getByRole('complementary', { name: 'Next free times' })).toContainText(/\d\d:\d\d/);
  await expect(page.getByText('Usually answers in about 2 hours')).toBeVisible();
  await expect(page.getByText('Usually delivers about 2 hours after the session')).toBeVisible();

  await page
    .getByRole('button', { name: /^Play .* by Delia Marsh$/ })
    .first()
    .click();
  const place = page.getByRole('slider', { name: /^Place in .* by Delia Marsh$/ }).first();
  await expect.poll(async () => Number(await place.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Close the player' }).click();

  const comments = page.getByRole('region', { name: 'What clients say' }).getByRole('listitem');
  await expect(comments).toHaveCount(5);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(comments).toHaveCount(6);
  await expect(comments.last()).toBeFocused();
  await expect(comments.last()).toContainText('Tomas');
  await expect(page.getByText('Brandl')).toHaveCount(0);
  await checkA11yAtBothWidths(page);

  await page.getByRole('link', { name: 'Book Delia' }).click();
  await expect(email(page)).toBeVisible();
  await signIn(page, 'client@demo.test');
  await expect(page).toHaveURL(/\/explore\/delia-marsh/);
  await expect(panel(page).getByRole('button', { name: /^Play .* by Delia Marsh$/ })).toBeVisible();
  await panel(page).getByRole('link', { name: 'About Delia' }).click();
  await expect(name).toBeVisible();
  await page.getByRole('link', { name: 'All musicians' }).click();
  await page.getByRole('link', { name: 'About Kwame' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kwame Asante' })).toBeVisible();
});
