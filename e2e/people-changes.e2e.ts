import { dialog } from '#test/browser/booking.ts';
import { checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

test('an operator grants credits, takes them back, and signs somebody out, each in the audit log', async ({
  as,
}) => {
  const client = await as('client2@demo.test');
  const page = await as('operator@demo.test', null);
  await page.goto('/people?q=client2@demo.test');
  await page.getByRole('link', { name: 'Jonas Lindqvist' }).click();
  const part = (name: string) => page.getByRole('region', { name });
  const total = part('Credits').getByText(/^\d+ credits$/);
  const before = Number.parseInt(await total.innerText(), 10);
  await expect(part('Credits').getByRole('button', { name: 'Take back credits' })).toHaveCount(0);

  await test.step('granting, with a reason', async () => {
    await part('Credits').getByRole('button', { name: 'Grant credits' }).click();
    const asked = dialog(page, 'Grant credits');
    await asked.getByRole('button', { name: 'Grant credits' }).click();
    await expect(asked.getByText('A whole number from 1 to 1000.')).toBeVisible();
    await expect(asked.getByText('Please say why.')).toBeVisible();
    await checkA11yAtBothWidths(page, 'panel');
    await asked.getByRole('textbox', { name: 'Credits' }).fill('3');
    await asked.getByRole('textbox', { name: 'Reason' }).fill('A broken microphone');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Credits granted').first()).toBeVisible();
    await expect(asked).toHaveCount(0);
    await expect(total).toHaveText(`${before + 3} credits`);
    await expect(part('Changes').getByRole('listitem').first()).toContainText('A broken microphone');
  });

  await test.step('taking back at most what was granted', async () => {
    await part('Credits').getByRole('button', { name: 'Take back credits' }).click();
    const asked = dialog(page, 'Take back credits');
    await expect(asked).toContainText(
      'Only what the studio has granted and is not spent can be taken back: 3',
    );
    await asked.getByRole('textbox', { name: 'Credits' }).fill('4');
    await asked.getByRole('textbox', { name: 'Reason' }).fill('One too many');
    await asked.getByRole('button', { name: 'Take back credits' }).click();
    await expect(asked.getByText('A whole number from 1 to 3.')).toBeVisible();
    await asked.getByRole('textbox', { name: 'Credits' }).fill('3');
    await checkA11yAtBothWidths(page, 'panel');
    await asked.getByRole('button', { name: 'Take back credits' }).click();
    await expect(total).toHaveText(`${before} credits`);
    await client.goto('/profile#billing');
    await expect(client.getByRole('region', { name: 'Statement' })).toContainText(
      'Withdrawn: from the studio',
    );
  });

  await test.step('signing out everywhere', async () => {
    await part('Login').getByRole('button', { name: 'Sign out everywhere' }).click();
    const asked = dialog(page, 'Sign Jonas Lindqvist out everywhere?');
    await checkA11y(page, 'panel');
    await page.keyboard.press('Escape');
    await expect(asked).toHaveCount(0);
    await part('Login').getByRole('button', { name: 'Sign out everywhere' }).click();
    await asked.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(part('Login')).toContainText('Not signed in anywhere.');
    await expect(client).toHaveURL(/\/login/);
  });

  await test.step('the audit log has all three', async () => {
    await part('Changes').getByRole('link', { name: 'All in the audit log' }).click();
    const what = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 });
    // Other tests of the same studio may have left older ones.
    for (const [at, text] of ['Login sessions ended', 'Credits taken back', 'Credits granted'].entries())
      await expect(what.nth(at)).toHaveText(text);
  });
});
