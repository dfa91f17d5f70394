import { dialog } from '#test/browser/booking.ts';
import { look } from '#test/browser/dialogs.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** Pictures of announcements (docs/product/operator.md#pictures). */
test.use({ fresh: false });

const DRAWING = {
  name: 'band.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#2a52d6"/></svg>',
  ),
};

test('a picture is added, chosen in a form where it is added, and removed', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  const stored = page.getByRole('region', { name: 'Stored pictures' });

  await test.step('a file that is no picture is refused in words', async () => {
    await page.goto('/pictures');
    await page
      .getByLabel('Picture file')
      .setInputFiles({ name: 'band.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await expect(page.getByRole('alert')).toHaveText('This is no JPEG, PNG, JNG, WebP or SVG.');
    await checkA11yAtBothWidths(page);
  });

  await test.step('it is added', async () => {
    await page.getByLabel('Picture file').setInputFiles(DRAWING);
    await expect(stored.getByRole('listitem')).toContainText('1920 × 1080');
    await expect(stored).toContainText('Nothing shows it.');
    await checkA11yAtBothWidths(page);
  });

  await test.step('one that is added in a form is chosen there', async () => {
    await page.goto('/documents/announcements');
    await page.locator('summary', { hasText: 'Announcements 1' }).click();
    const form = page.getByRole('region', { name: 'Document', exact: true });
    await form.getByLabel('Picture file: Picture above 949 px').first().setInputFiles(DRAWING);
    await expect(form.getByRole('combobox', { name: 'Picture above 949 px' }).first()).toHaveValue(
      'Picture 2, 1920 × 1080',
    );
    await checkA11yAtBothWidths(page);
    await page.getByRole('button', { name: 'Undo changes' }).click();
  });

  await test.step('both are removed', async () => {
    await page.goto('/pictures');
    for (const name of ['Picture 2', 'Picture 1']) {
      await page.getByRole('button', { name: `Remove: ${name}` }).click();
      await look(page, 'Remove this picture?');
      await dialog(page, 'Remove this picture?').getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(page.getByRole('button', { name: `Remove: ${name}` })).toHaveCount(0);
    }
    await expect(stored).toContainText('No picture was added yet.');
  });
});
