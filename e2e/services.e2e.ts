import { dialog } from '#test/browser/booking.ts';
import { look } from '#test/browser/dialogs.ts';
import { checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** Services in the console (docs/product/operator.md#services). */

test('a service is changed, and clients see it at once', async ({ as, studio }) => {
  studio.resetAfterwards();
  const page = await as('operator@demo.test', '/documents');
  await page.getByRole('navigation', { name: 'Content' }).getByRole('link', { name: 'Services' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'Stem Mastering' })).toContainText('4 credits');
  await checkA11yAtBothWidths(page);

  await page.getByRole('link', { name: 'Singer session' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Singer session');
  const places = page.getByRole('navigation', { name: 'Main' });
  await expect(places.getByRole('link', { name: 'Content' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('region', { name: 'What stays as it is' })).toContainText('45 minutes');
  await expect(
    page.getByRole('region', { name: /^Offered by \d+ musicians?$/ }).getByRole('listitem'),
  ).not.toHaveCount(0);
  await checkA11yAtBothWidths(page);

  const form = page.getByRole('region', { name: 'What clients read and pay' });
  await test.step('a wrong field is named', async () => {
    await form.getByRole('textbox', { name: 'Credits', exact: true }).fill('two');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(form.getByText('Please type a whole number.')).toBeVisible();
    await checkA11yAtBothWidths(page);
  });

  await test.step('leaving with unsaved changes is asked about', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Services' }).click();
    await look(page, 'Leave without saving?');
    await page.keyboard.press('Escape');
  });

  await test.step('saved, and audited with what differs', async () => {
    await form.getByRole('textbox', { name: 'Credits', exact: true }).fill('3');
    await form.getByRole('textbox', { name: 'Label' }).fill('Singing');
    await form.getByRole('button', { name: 'Add to Instructions for files' }).click();
    await form
      .getByRole('textbox', { name: /^Instructions for files/ })
      .last()
      .fill('Send your lyrics.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('The service is changed')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Singing');
    const entry = page.getByRole('region', { name: 'Changes' }).getByRole('listitem').first();
    await expect(entry).toContainText('Service changed');
    await expect(entry).toContainText('Service singer');
  });

  const client = await as('client@demo.test', '/explore?services=singer');
  await expect(client.getByText('3 credits').first()).toBeVisible();
});

test('two operators change one service, and nothing is lost @variant', async ({ as, studio }) => {
  studio.resetAfterwards();
  const page = await as('operator@demo.test', '/services');
  await page.getByRole('link', { name: 'Transcription' }).click();
  const short = page.getByRole('textbox', { name: 'Short description' });
  await short.waitFor();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByRole('textbox', { name: 'Short description' }).fill('Theirs');
  await second.getByRole('button', { name: 'Save changes' }).click();
  await expect(second.getByText('The service is changed')).toBeVisible();
  await short.fill('Mine');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const conflict = page
    .getByRole('alert')
    .filter({ hasText: 'Somebody else has changed this service meanwhile' });
  await expect(conflict).toContainText('Theirs');
  await expect(short).toHaveValue('Mine');
  await checkA11yAtBothWidths(page);
  await conflict.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(page.getByText('The service is changed')).toBeVisible();
  await expect(conflict).toHaveCount(0);
  await expect(short).toHaveValue('Mine');
});

test('a service is added, offered, and stopped', async ({ as, studio }) => {
  studio.resetAfterwards();
  const page = await as('operator@demo.test', '/services');
  await page.getByRole('button', { name: 'Add a service' }).click();
  await look(page, 'Add a service');
  const add = dialog(page, 'Add a service');
  await add.getByRole('button', { name: 'Add service' }).click();
  await expect(add.getByText('Please write something here.').first()).toBeVisible();
  await add.getByRole('textbox', { name: 'Label' }).fill('Beat making');
  await add.getByRole('textbox', { name: 'Short description' }).fill('A beat for your song.');
  await add
    .getByRole('textbox', { name: 'Description', exact: true })
    .fill('You send a sketch, we send a beat.');
  await add.getByRole('textbox', { name: 'Slots in a row' }).fill('7');
  await add.getByRole('button', { name: 'Add service' }).click();
  await expect(add.getByText('A session lasts at most 180 minutes in all.')).toBeVisible();
  await add.getByRole('textbox', { name: 'Slots in a row' }).fill('2');
  await add.getByRole('button', { name: 'Add service' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beat making');
  await expect(page.getByText('It is not offered', { exact: true })).toBeVisible();
  await expect(
    page
      .getByRole('definition')
      .filter({ hasText: /^beat-making$/ })
      .first(),
  ).toBeVisible();
  await checkA11yAtBothWidths(page);

  await page.getByRole('button', { name: 'Offer it' }).click();
  await dialog(page, 'Offer Beat making?').getByRole('button', { name: 'Offer it' }).click();
  await expect(page.getByText('It is not offered', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop offering it' }).click();
  await look(page, 'Stop offering Beat making?');
  await dialog(page, 'Stop offering Beat making?').getByRole('button', { name: 'Stop offering it' }).click();
  await expect(page.getByText('It is not offered', { exact: true })).toBeVisible();
  const changes = page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
  await expect(changes.getByRole('heading')).toHaveText([
    'Service stopped',
    'Service offered',
    'Service added',
  ]);
  await page.goto('/services');
  await expect(page.getByRole('main').getByRole('listitem').last()).toContainText('Not offered');
});

test('a musician whose only service is stopped has nothing to book, and says so at once @variant', async ({
  as,
  studio,
}) => {
  studio.resetAfterwards();
  const client = await as('client@demo.test', '/explore/rafa-monteiro');
  await expect(client.getByRole('dialog').getByRole('heading', { name: 'Choose a time' })).toBeVisible();
  const page = await as('operator@demo.test', '/services');
  await page.getByRole('link', { name: 'Recording session' }).click();
  await page.getByRole('button', { name: 'Stop offering it' }).click();
  await dialog(page, 'Stop offering Recording session?')
    .getByRole('button', { name: 'Stop offering it' })
    .click();
  await expect(page.getByText('It is not offered', { exact: true })).toBeVisible();
  await expect(client.getByRole('dialog')).toContainText('Rafa has nothing to book just now.');
  await checkA11yAtBothWidths(client, 'panel');
});

test('the services are put in another order by keys alone', async ({ as, studio }) => {
  studio.resetAfterwards();
  const page = await as('operator@demo.test', '/services');
  const names = page.getByRole('main').getByRole('listitem').getByRole('heading');
  await expect(names.first()).toHaveText('Recording session');
  const before = await names.allTextContents();
  await page.getByRole('button', { name: 'Change the order' }).press('Enter');
  await look(page, 'Order of the services');
  const order = dialog(page, 'Order of the services');
  await expect(order.getByRole('button', { name: 'Save order' })).toHaveAttribute('aria-disabled', 'true');
  const down = order.getByRole('button', { name: 'Move down: Recording session' });
  await down.press('Enter');
  await expect(down).toBeFocused();
  await down.press('Enter');
  await order.getByRole('button', { name: 'Save order' }).press('Enter');
  await expect(page.getByText('The order is changed')).toBeVisible();
  const [first = '', second = '', third = '', ...rest] = before;
  await expect(names).toHaveText([second, third, first, ...rest]);
});
