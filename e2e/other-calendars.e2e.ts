import { book } from '#test/browser/booking.ts';
import { atBothWidths, checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';
import { calendarServer, icsOf } from '#test/rooms/outside.ts';

test("a musician's other calendar hides slots, says what it collides with, why it fails, and goes again", async ({
  as,
}) => {
  const server = await calendarServer();
  const client = await as('client@demo.test', null);
  await book(client, 'Stays as it is', 6);
  const page = await as('partner@demo.test', '/profile#calendar');
  const calendar = page.getByRole('region', { name: 'My Calendar' });
  const card = calendar.getByRole('region', { name: 'Busy times from your other calendars' });
  const form = card.getByLabel('Address (ICS)');

  await form.fill('http://10.0.0.1/basic.ics');
  await card.getByRole('button', { name: 'Add calendar' }).click();
  await expect(card.getByRole('alert')).toHaveText(
    'This address leads into a private network, which we do not read.',
  );

  // Busy all day for half a year.
  server.says(icsOf(['DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY', 'SUMMARY:Nobody is to know']));
  await form.fill(server.url());
  await card.getByLabel('Name').fill('Home');
  await card.getByRole('button', { name: 'Add calendar' }).click();
  const row = card.getByRole('listitem', { name: 'Home' });
  await expect(row).toContainText(/Read (just now|\d+ \w+ ago), 9\d busy times\./);
  await calendar.getByRole('button', { name: /^Next (week|day)$/ }).click();
  await expect(calendar.getByText('Busy (Home)', { exact: true }).first()).toBeVisible();
  await expect(calendar.getByText('You are busy elsewhere during a session')).toBeVisible();
  await expect(calendar.getByRole('link', { name: /^Session on / }).first()).toBeVisible();
  await atBothWidths(page, () => checkA11y(page));

  server.answers((_, response) => response.end('<!doctype html><title>Sign in</title>'));
  await row.getByRole('button', { name: 'Read now: Home' }).click();
  await expect(row).toContainText('What is at this address is not a calendar.');
  await expect(calendar.getByText('Busy (Home)', { exact: true }).first()).toBeVisible();

  await row.getByRole('button', { name: 'Remove Home' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByText('No calendar yet.')).toBeVisible();
  await expect(calendar.getByText('Busy (Home)', { exact: true })).toHaveCount(0);
  await expect(calendar.getByText('You are busy elsewhere during a session')).toHaveCount(0);
  await server.close();
});
