import { dialog } from '#test/browser/booking.ts';
import { look } from '#test/browser/dialogs.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** The operator's content in the console (docs/product/operator.md#documents). */
test.use({ fresh: false });

test('a flag is set and as shipped again, and it says who did it', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/documents');
  await page.getByRole('navigation', { name: 'Content' }).getByRole('link', { name: 'Flags' }).click();
  const webinar = page.getByRole('switch', { name: 'webinar' });
  await expect(webinar).not.toBeChecked();
  await webinar.click();
  await expect(webinar).toBeChecked();
  const changes = page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
  await expect(changes.filter({ hasText: 'Flag webinar' }).first()).toContainText('Flag set');
  await checkA11yAtBothWidths(page);
  await page.getByRole('button', { name: 'As shipped: webinar' }).click();
  await expect(webinar).not.toBeChecked();
  await expect(changes.first()).toContainText('Flag as shipped again');
});

test('a document is drafted, checked, published, and brought back', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/documents');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Content');
  await checkA11yAtBothWidths(page);
  await page.getByRole('link', { name: 'Billing area' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Billing area');
  const form = page.getByRole('region', { name: 'Document', exact: true });
  const header = form.getByRole('textbox', { name: 'Header' });
  const shipped = await header.inputValue();

  await test.step('a wrong field is named, and cannot be published', async () => {
    await header.fill('');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('The draft is saved')).toBeVisible();
    await expect(header).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('It cannot be published yet')).toBeVisible();
    await checkA11yAtBothWidths(page);
  });

  await test.step('items are added and moved', async () => {
    await header.fill('What you have with us');
    await form.getByRole('button', { name: 'Add to Benefits' }).click();
    const benefits = form.getByRole('textbox', { name: /^Benefits \d/ });
    await benefits.last().fill('A quiet room');
    const count = await benefits.count();
    await form.getByRole('button', { name: `Move up: Benefits ${count}` }).click();
    await expect(benefits.nth(count - 2)).toHaveValue('A quiet room');
  });

  await test.step('leaving with unsaved changes is asked about', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Content' }).click();
    await look(page, 'Leave without saving?');
    await page.keyboard.press('Escape');
    await expect(header).toHaveValue('What you have with us');
  });

  await test.step('published with a note, and in the history', async () => {
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByRole('region', { name: 'What the draft changes' })).toContainText(
      'What you have with us',
    );
    await page.getByRole('button', { name: 'Publish…' }).click();
    await look(page, 'Publish this draft?');
    const open = dialog(page, 'Publish this draft?');
    await open.getByRole('textbox', { name: 'Note (optional)' }).fill('Said shorter');
    await open.getByRole('button', { name: 'Publish', exact: true }).click();
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByRole('listitem')).toContainText('Said shorter');
    await history.getByRole('button', { name: 'What it changed: version 1' }).click();
    await expect(history).toContainText(shipped);
    await checkA11yAtBothWidths(page);
  });

  await test.step('as shipped again, and the version comes back as a draft', async () => {
    await page.getByRole('button', { name: 'As shipped…' }).click();
    await dialog(page, 'Show the shipped document again?')
      .getByRole('button', { name: 'Show as shipped' })
      .click();
    await expect(header).toHaveValue(shipped);
    await page.getByRole('button', { name: 'Bring back: version 1' }).click();
    await dialog(page, 'Bring version 1 back?').getByRole('button', { name: 'Bring back' }).click();
    await expect(header).toHaveValue('What you have with us');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await dialog(page, 'Discard this draft?').getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(header).toHaveValue(shipped);
  });
});

test('two operators write one draft, and nothing is lost @variant', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  const second = await page.context().newPage();
  for (const one of [page, second]) {
    await one.goto('/documents/referral');
    await one.getByRole('textbox', { name: 'Header' }).waitFor();
  }
  await second.getByRole('textbox', { name: 'Header' }).fill('Theirs');
  await second.getByRole('button', { name: 'Save draft' }).click();
  await expect(second.getByText('The draft is saved')).toBeVisible();
  const header = page.getByRole('textbox', { name: 'Header' });
  await header.fill('Mine');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'has saved this draft meanwhile' });
  await expect(conflict).toContainText('Theirs');
  await expect(header).toHaveValue('Mine');
  await checkA11yAtBothWidths(page);
  await conflict.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(page.getByText('The draft is saved')).toBeVisible();
  await expect(conflict).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await dialog(page, 'Discard this draft?').getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByText('Everything here is published.')).toBeVisible();
});
