import { readFile } from 'node:fs/promises';
import { newClient, PASSWORD } from '#test/browser/accounts.ts';
import { dialog } from '#test/browser/booking.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

test.use({ fresh: true });

test('somebody downloads their data, asks to delete their account, and keeps it by the mail or the banner', async ({
  visit,
  latestMail,
}) => {
  const { page, email } = await newClient(visit, '/profile#data');
  const card = (name: string) => page.getByRole('region', { name, exact: true });

  await test.step('the tab says what is kept, and gives one zip', async () => {
    await expect(card('What we keep')).toContainText('Tax law wants them.');
    await expect(card('What we keep')).not.toContainText('samples');
    await checkA11yAtBothWidths(page);
    const began = page.waitForEvent('download');
    await card('Download your data').getByRole('button', { name: 'Download your data' }).click();
    const zip = await readFile(await (await began).path());
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(zip.includes('profile.json')).toBe(true);
  });

  await test.step('deleting takes the password; every screen says it, and mail has the way back', async () => {
    await card('Delete your account').getByRole('button', { name: 'Delete your account' }).click();
    const asked = dialog(page, 'Delete your account?');
    await asked.getByRole('button', { name: 'Delete my account' }).click();
    await expect(asked.getByText('Please enter your password.')).toBeVisible();
    await asked.getByLabel('Your password').fill('not this one');
    await page.keyboard.press('Enter');
    await expect(asked.getByText('Incorrect password.')).toBeVisible();
    await checkA11yAtBothWidths(page, 'panel');
    await asked.getByLabel('Your password').fill(PASSWORD);
    await asked.getByRole('button', { name: 'Delete my account' }).click();
    await expect(asked).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Deletion' })).toContainText(
      'Your account will be deleted on',
    );
    await checkA11yAtBothWidths(page);
    const mail = await latestMail(email, /will be deleted/);
    const link = mail.links.find((one) => one.includes('/keep-account?')) ?? '';
    await page.goto(link);
    await checkA11yAtBothWidths(page);
    await page.getByRole('button', { name: 'Keep my account' }).first().click();
    await expect(page.getByText('Nothing was deleted.')).toBeVisible();
    await page.goto(link);
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await expect(page.getByText('This link does not work any more.')).toBeVisible();
  });

  await test.step('asked for again, the banner takes it back, too', async () => {
    await page.goto('/profile#data');
    const banner = page.getByRole('region', { name: 'Deletion' });
    await expect(banner).toHaveCount(0);
    await card('Delete your account').getByRole('button', { name: 'Delete your account' }).click();
    await dialog(page, 'Delete your account?').getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await banner.getByRole('button', { name: 'Keep my account' }).click();
    await expect(banner).toHaveCount(0);
  });
});

test('a member is told what has to end first; an operator sees and deletes accounts', async ({
  as,
  visit,
}) => {
  const member = await as('client@demo.test', '/profile#data');
  const region = member.getByRole('region', { name: 'Delete your account', exact: true });
  await expect(region).toContainText('This has to end first');
  await expect(region.getByRole('button')).toHaveCount(0);
  await checkA11yAtBothWidths(member);

  const { email } = await newClient(visit, '/profile#data');
  const page = await as('operator@demo.test', null);
  await page.goto(`/people?q=${email}`);
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  const part = page.getByRole('region', { name: 'Their data' });
  await part.getByRole('button', { name: 'Delete in 14 days' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('They wrote to us');
  await checkA11yAtBothWidths(page, 'panel');
  await dialog(page, 'Delete this account in 14 days?')
    .getByRole('button', { name: 'Delete in 14 days' })
    .click();
  await expect(part).toContainText('The studio arranged that this account is deleted on');
  await part.getByRole('button', { name: 'Delete now' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('They wrote again');
  await dialog(page, 'Delete this account now?').getByRole('button', { name: 'Delete now' }).click();
  await expect(part).toContainText('This account was deleted on');
  await expect(page.getByRole('heading', { name: 'Deleted account' })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await checkA11yAtBothWidths(page);
});
