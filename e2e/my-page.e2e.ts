import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** A musician's draft of their page (docs/product/profiles.md). */

test('a musician edits in a draft, previews and publishes; an open window of a client follows', async ({
  as,
}) => {
  const client = await as('client@demo.test', '/musicians/imogen-clarke');
  const page = await as('partner2@demo.test', '/profile#page');
  const side = page.getByRole('complementary', { name: 'Your page' });
  await expect(side).toContainText('Everything is published');
  await page.getByLabel('Title').fill('');
  await expect(side).toContainText('1 change not published');
  await side.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByText('Please say what you do, such as Drummer.')).toBeVisible();
  await page.getByLabel('Title').fill('Mixing by night');
  await page.getByRole('checkbox', { name: 'Mastering', exact: true }).check();
  await expect(side).toContainText('2 changes not published');
  await expect(side).toContainText('Draft saved.');
  await checkA11y(page);

  await side.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Mixing by night')).toBeVisible();
  await checkA11y(page);
  await expect(client.getByRole('heading', { name: 'Imogen Clarke' })).toBeVisible();
  await expect(client.getByText('Mixing by night')).toHaveCount(0);
  await preview.getByRole('button', { name: 'Back to editing' }).click();
  await side.getByRole('button', { name: 'Publish' }).click();
  await expect(side).toContainText('Everything is published');
  await expect(client.getByText('Mixing by night')).toBeVisible();
});
