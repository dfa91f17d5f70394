import { freeTimes } from '#test/browser/acts.ts';
import { dialog } from '#test/browser/booking.ts';
import { checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** A musician's calendar in the console (docs/product/operator.md#calendar-of-a-musician). */

// Other tests change the hours of the same musician.
test.use({ fresh: true });

test('an operator changes hours, time off and services of a musician, who sees it at once', async ({
  as,
}) => {
  const musician = await as('partner@demo.test', '/profile#calendar');
  const theirs = musician.getByRole('region', { name: 'My Calendar' });
  await expect(theirs.getByRole('list').first()).toBeVisible();
  const client = await as('client@demo.test', '/explore/rafa-monteiro');
  await expect(freeTimes(client).first()).toBeVisible();
  const page = await as('operator@demo.test', '/musicians?q=partner%40demo.test');
  await page.getByRole('link', { name: 'Rafa Monteiro' }).click();
  await page.getByRole('link', { name: 'Open the calendar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Calendar of /);
  const said = (text: string) => page.getByRole('status').filter({ hasText: text });
  await expect(page.getByRole('button', { name: 'Edit weekly hours' })).toBeVisible();
  await checkA11yAtBothWidths(page);

  await test.step('hours, previewed as for the musician', async () => {
    await page.getByRole('button', { name: 'Edit weekly hours' }).click();
    const editor = page.getByRole('region', { name: 'Weekly hours' });
    const sunday = editor.getByRole('group', { name: 'Sunday', exact: true });
    await sunday.getByRole('button', { name: 'Add hours' }).click();
    await sunday.getByLabel(/from$/).last().fill('05:00');
    const effect = editor.getByRole('region', { name: 'What this changes' });
    await expect(effect).toContainText(/slots are added\./);
    await checkA11y(page);
    await editor.getByRole('button', { name: 'Save hours' }).click();
    await expect(said('The hours are valid from')).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Undo: new hours' })).toBeVisible();
    await page.getByRole('button', { name: 'Close message' }).click();
  });

  await test.step('time off, which hides the times from clients, and its undo', async () => {
    await page.getByRole('button', { name: 'Time off', exact: true }).click();
    const form = dialog(page, 'Take time off');
    const first = await form.getByLabel('First day').inputValue();
    await form.getByLabel('Last day').fill(Temporal.PlainDate.from(first).add({ days: 70 }).toString());
    await expect(form.getByText(/free slots are hidden/)).toBeVisible();
    const session = form.getByRole('link', { name: /^Session #/ }).first();
    await expect(session).toHaveAttribute('href', /^\/sessions\/\d+$/);
    await checkA11y(page, 'panel');
    await form.getByRole('button', { name: 'Take time off' }).click();
    await expect(said('The musician has time off.')).toBeVisible();
    await expect(freeTimes(client)).toHaveCount(0, { timeout: 20_000 });
    await said('The musician has time off.').getByRole('button', { name: 'Undo' }).click();
    await expect(said('Undone. The calendar is as it was.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo: new hours' }).click();
    await expect(page.getByRole('button', { name: /^Undo: / })).toHaveCount(0);
  });

  await test.step('the audit log has it in words', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: /Musician$/ })
      .click();
    const changes = page.getByRole('region', { name: 'Changes', exact: true });
    await expect(changes).toContainText('Weekly hours changed');
    await expect(changes).toContainText(/Sunday from \d{4}-\d\d-\d\d/);
    await expect(changes).toContainText('Time off changed');
    await expect(changes).toContainText('Change of hours, time off or offers undone');
    await checkA11y(page);
  });

  await test.step('services, which clients see at once', async () => {
    const services = page.getByRole('region', { name: 'Services', exact: true });
    const toggle = async () => {
      await services.getByRole('button', { name: 'Change services' }).click();
      const asked = dialog(page, 'Services of Rafa Monteiro');
      const save = asked.getByRole('button', { name: 'Change services' });
      await expect(save).toHaveAttribute('aria-disabled', 'true');
      await asked.getByRole('checkbox', { name: 'Consultation' }).click();
      await checkA11yAtBothWidths(page, 'panel');
      await save.click();
      await expect(asked).toHaveCount(0);
    };
    await toggle();
    await expect(services).toContainText('Consultation');
    await expect(page.getByRole('region', { name: 'Changes', exact: true })).toContainText(
      'Services of a musician changed',
    );
    await toggle();
    await expect(services).not.toContainText('Consultation');
  });
});
