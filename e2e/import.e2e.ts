import { unusedEmail } from '#test/browser/accounts.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

test('members of another system are checked, then imported from a file', async ({ as, latestMail }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/people');
  await page
    .getByRole('navigation', { name: 'People' })
    .getByRole('link', { name: 'Import members' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import members');
  await checkA11yAtBothWidths(page);
  const input = page.getByLabel('File of members');
  const choose = (csv: string) =>
    input.setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const header = 'name,email,zone,paid_through,credits';
  const email = unusedEmail();

  await test.step('mistakes are named with their lines', async () => {
    await choose(`${header}\nIda Imported,${email},Nowhere,2096-01-31,5\n`);
    const checked = page.getByRole('region', { name: 'members.csv' });
    await expect(checked).toContainText('One mistake');
    await expect(checked.getByRole('listitem')).toContainText('Line 2 zone: A time zone by its name');
    await expect(checked.getByRole('button')).toHaveCount(0);
    await checkA11yAtBothWidths(page);
  });

  await test.step('without one they are imported, and each is mailed a link', async () => {
    await choose(`${header}\nIda Imported,${email},Europe/Lisbon,2096-01-31,5\n`);
    await expect(page.getByText('1 member with 5 credits.')).toBeVisible();
    await page.getByRole('button', { name: 'Import 1 member' }).click();
    await expect(page.getByText('1 member imported')).toBeVisible();
    await checkA11yAtBothWidths(page);
    await latestMail(email, /./);
    await page.goto(`/people?q=${email}`);
    await page.getByRole('link', { name: 'Ida Imported' }).click();
    await expect(page.getByRole('region', { name: 'Credits' })).toContainText('5 credits');
  });
});

test('musicians of another system are checked, then imported from a file', async ({ as, latestMail }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/people/import');
  const places = page.getByRole('navigation', { name: 'People' });
  await places.getByRole('link', { name: 'Import musicians' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import musicians');
  await checkA11yAtBothWidths(page);
  const email = unusedEmail();
  const slug = email
    .slice(0, email.indexOf('@'))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const choose = (line: string) =>
    page.getByLabel('File of musicians').setInputFiles({
      name: 'musicians.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`name,email,zone,slug,title,services,instruments\n${line}\n`),
    });
  await choose(`Imre Imported,${email},Europe/Lisbon,${slug},Drummer,juggling,drums`);
  const checked = page.getByRole('region', { name: 'musicians.csv' });
  await expect(checked.getByRole('listitem')).toContainText('Line 2 services: There is no "juggling".');
  await choose(`Imre Imported,${email},Europe/Lisbon,${slug},Drummer,recording,drums`);
  await page.getByRole('button', { name: 'Import 1 musician' }).click();
  await expect(page.getByText('1 musician imported')).toBeVisible();
  await latestMail(email, /./);
  await page.goto(`/musicians?q=${slug}`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Imre Imported' })).toBeVisible();
});

const past = (client: string) =>
  `${client},rafa-monteiro,recording,2024-05-06T10:00+01:00,60,3,Imported song`;

test('sessions of another system are checked, then imported from a file', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  await page.goto('/people/import');
  const places = page.getByRole('navigation', { name: 'People' });
  await places.getByRole('link', { name: 'Import sessions' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import sessions');
  await checkA11yAtBothWidths(page);
  const choose = (...lines: readonly string[]) =>
    page.getByLabel('File of sessions').setInputFiles({
      name: 'sessions.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['client,musician,service,start,minutes,credits,title', ...lines, ''].join('\n')),
    });
  await choose(past('nobody@file.test'));
  const checked = page.getByRole('region', { name: 'sessions.csv' });
  await expect(checked).toContainText('One mistake. Nothing can be imported until there is none.');
  await expect(checked.getByRole('listitem')).toContainText('Line 2 client: No client has this address.');
  await choose(past('client@demo.test'));
  await expect(checked).toContainText('1 session in the past, for 3 credits in all.');
  await page.getByRole('button', { name: 'Import 1 session' }).click();
  await expect(page.getByText('1 session imported')).toBeVisible();
  await checkA11yAtBothWidths(page);

  const client = await as('client@demo.test', null);
  await client.goto('/sessions?tab=previous');
  await expect(client.getByRole('main')).toContainText('Imported song');
});
