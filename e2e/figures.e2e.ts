import { readFile } from 'node:fs/promises';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { connected } from '#test/browser/snapshot.ts';
import { expect, test } from '#test/browser/test.ts';

test.use({ fresh: false });

test('an operator reads a figure as chart, table and file', async ({ as, studio, origins }) => {
  void origins;
  await connected(studio.dataDir, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select person_id as id from musicians order by slug limit 1`,
    );
    // Instead of the demo's own; a day that the hourly job does not sum again.
    await client.query('delete from daily_figures; delete from monthly_figures');
    const day = `(now() at time zone 'UTC')::date - 14`;
    await client.query(
      `insert into daily_figures (figure, day, "by", key, amount, base, summed_at) values
        ('bookings', ${day}, 'all', null, 7, 0, now()), ('bookings', ${day}, 'musician', $1, 7, 0, now())`,
      [rows[0]?.id],
    );
  });
  const page = await as('operator@demo.test');
  await page.getByRole('main').getByRole('link', { name: 'Figures' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Figures');
  const table = page.getByRole('table', { name: 'Bookings by week' });
  await expect(table.getByRole('row').nth(3).getByRole('cell')).toHaveText('7');
  await expect(page.locator('canvas')).toBeVisible();
  await checkA11yAtBothWidths(page);

  await test.step('by musician, with the keyboard', async () => {
    await page.getByRole('combobox', { name: 'By' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Musician' }).click();
    await expect(page).toHaveURL(/by=musician/);
    await expect(page.getByRole('table', { name: 'Bookings by musician' }).getByRole('link')).toHaveCount(1);
    await checkA11yAtBothWidths(page);
  });

  await test.step('as a file', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('bookings-by-musician.csv');
    expect(await readFile(await download.path(), 'utf8')).toMatch(
      /^Musician,Bookings \(sessions\)\r\n[^,]+,7\r\n$/,
    );
  });

  await test.step('what a figure is not there by is not offered', async () => {
    await page.getByRole('combobox', { name: 'Figure' }).click();
    await page.getByRole('option', { name: 'Revenue without VAT' }).click();
    await expect(page).toHaveURL(/figure=revenue&by=week/);
    await page.getByRole('combobox', { name: 'By' }).click();
    await expect(page.getByRole('option', { name: 'Musician' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
});
