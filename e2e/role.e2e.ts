import { dialog } from '#test/browser/booking.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** Another role for a person (docs/product/operator.md#changing-a-role). */

test('an operator changes a role: what has to be done first is said, and the person is signed out', async ({
  as,
}) => {
  const managed = await as('managed@demo.test');
  await expect(managed.getByRole('heading', { level: 1 })).toBeVisible();
  const page = await as('operator@demo.test', '/people?q=client@demo.test');
  const open = async (name: string) => {
    await page.getByRole('main').getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Change role' }).click();
  };
  const choose = async (asked: ReturnType<typeof dialog>, role: string) => {
    await asked.getByRole('combobox', { name: 'New role' }).click();
    await page.getByRole('option', { name: role, exact: true }).click();
  };

  await test.step('what is open stands in the way', async () => {
    await open('Nora Vance');
    const asked = dialog(page, 'Change the role of Nora Vance');
    await choose(asked, 'Musician');
    await expect(asked).toContainText('They have unspent credits, which only clients can spend.');
    await expect(asked.getByRole('button', { name: 'Change role' })).toHaveAttribute('aria-disabled', 'true');
    await checkA11yAtBothWidths(page, 'panel');
    await asked.getByRole('button', { name: 'Back' }).click();
  });

  await page.goto('/people?q=managed@demo.test');
  const name = await page.getByRole('main').getByRole('listitem').getByRole('link').first().innerText();
  await test.step('a role that can be had, with a reason', async () => {
    await open(name);
    const asked = dialog(page, `Change the role of ${name}`);
    await asked.getByRole('button', { name: 'Change role' }).click();
    await expect(asked.getByText('Please choose a role.')).toBeVisible();
    await choose(asked, 'Client');
    await expect(asked).toContainText('They book and pay for sessions themselves.');
    await asked.getByRole('textbox', { name: 'Reason' }).fill('Pays for it now');
    await checkA11yAtBothWidths(page, 'panel');
    await asked.getByRole('button', { name: 'Change role' }).click();
    await expect(asked).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Account' })).toContainText('RoleClient');
    const changes = page.getByRole('region', { name: 'Changes' });
    await expect(changes.getByRole('listitem').first()).toContainText('Role changed');
    await expect(changes).toContainText('Pays for it now');
  });
  // Told by its stream, the page goes there by itself.
  await expect(managed).toHaveURL(/\/login/);

  await test.step('and back', async () => {
    await page.getByRole('button', { name: 'Change role' }).click();
    const asked = dialog(page, `Change the role of ${name}`);
    await choose(asked, 'Managed client');
    await asked.getByRole('textbox', { name: 'Reason' }).fill('For the label again');
    await asked.getByRole('button', { name: 'Change role' }).click();
    await expect(page.getByRole('region', { name: 'Account' })).toContainText('RoleManaged client');
  });
});
