import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

test('a musician reads the last closed month, what is behind it, and its PDF @phone', async ({ as }) => {
  const page = await as('partner@demo.test', '/profile#invoice');
  const invoice = page.getByRole('region', { name: 'Invoice', exact: true });
  const title = invoice.getByRole('heading', { level: 2 });
  await expect(invoice.getByText('Still running')).toBeVisible();
  const running = await title.textContent();

  const closed = Temporal.PlainDate.from(new Date().toISOString().slice(0, 10)).subtract({ days: 40 });
  await invoice.getByRole('combobox', { name: 'Year' }).click();
  await page.getByRole('option', { name: String(closed.year) }).click();
  await invoice.getByRole('combobox', { name: 'Month' }).click();
  await page
    .getByRole('option')
    .nth(closed.month - 1)
    .click();
  await expect(title).not.toHaveText(running ?? '');
  await expect(page).toHaveURL(new RegExp(`#invoice&year=${closed.year}&month=${closed.month}$`));
  await page.reload();
  await expect(invoice.getByText('Closed', { exact: true })).toBeVisible();

  const payment = invoice.getByRole('button', { name: /^Payment \$/ });
  await payment.click();
  await expect(payment).toHaveAttribute('aria-expanded', 'true');
  const behind = invoice.getByRole('region', { name: 'Behind payment' });
  await expect(behind.getByRole('heading', { level: 4 }).first()).toBeVisible();
  await checkA11y(page);
  const href = await invoice.getByRole('link', { name: 'PDF' }).getAttribute('href');
  const pdf = await page.request.get(new URL(href ?? '', page.url()).href);
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
});
