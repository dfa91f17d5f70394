import type { Page } from '@playwright/test';
import { book } from '#test/browser/booking.ts';
import { axeViolations } from '#test/browser/axe.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** The outbox and mails follow the system's theme by their style alone. */
async function checkStill(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await axeViolations(page);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])).toEqual([]);
  }
}

test('a mail in the outbox shows how it looks and what it says, and its link works @phone', async ({
  visit,
  origins,
  latestMail,
  faults,
  outboxLink,
}) => {
  // The letter's frame takes no script; those of the tests themselves are meant.
  faults.allow(/Blocked script execution/);
  const page = await visit(null);
  const asked = await page.request.post(`${origins.studio}/api/auth/reset-password-instructions`, {
    headers: { origin: origins.studio },
    data: { email: 'annual@demo.test' },
  });
  expect(asked.status()).toBe(200);
  const mail = await latestMail('annual@demo.test', 'Choose a new password for Talkback');

  expect((await page.request.get('/dev/outbox')).status()).toBe(404);
  await page.goto(outboxLink());
  await expect(page).toHaveURL(`${origins.studio}/dev/outbox`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outbox');
  await checkStill(page);
  await page.getByRole('link', { name: 'Choose a new password for Talkback' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password for Talkback');
  await expect(page.getByText('annual@demo.test').first()).toBeVisible();
  const letter = page.frameLocator('iframe[title="The mail as it looks"]');
  await expect(letter.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  await expect(letter.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute(
    'href',
    mail.links[0] ?? '',
  );
  // What is in the frame is looked at by itself below.
  await page.locator('iframe').evaluate((frame) => frame.remove());
  await checkStill(page);

  await page.getByRole('link', { name: mail.links[0] ?? '' }).click();
  await expect(page).toHaveURL(/\/password\/validate\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('about:blank');
  await page.setContent(mail.html ?? '');
  await checkStill(page);
});

test('the link below a mail stops its group by one press, by keyboard, without a login', async ({
  as,
  visit,
  origins,
  latestMail,
}) => {
  const client = await as('client2@demo.test', null);
  // A booking is mailed at once.
  await book(client, 'A song to hear of', 11);
  const mail = await latestMail('client2@demo.test', /^Booked: /);

  const page = await visit(
    new URL(mail.links.at(-1) ?? '').pathname + new URL(mail.links.at(-1) ?? '').search,
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fewer emails');
  await expect(
    page.getByText('You will get no more emails about bookings, reminders and messages.'),
  ).toBeVisible();
  await checkA11y(page);
  const stop = page.getByRole('button', { name: 'STOP THESE EMAILS' });
  await stop.focus();
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Done. You will get no more emails about bookings, reminders and messages.'),
  ).toBeVisible();
  const choose = page.getByRole('link', { name: 'Choose my emails' });
  await expect(choose).toHaveAttribute('href', '/profile#notifications');
  await checkA11y(page);
  const { user } = await (await client.request.get(`${origins.studio}/api/users/me`)).json();
  expect(user.notification_settings).toEqual({
    booking: false,
    cancellation: true,
    files: true,
    marketing: true,
  });
});

test('a link that is cut, or of nobody, says so @variant', async ({ visit }) => {
  const page = await visit('/unsubscribe?token=abc');
  await expect(page.getByRole('alert')).toHaveText(
    'This link is not complete. Please open it again from the email.',
  );
  await page.goto('/unsubscribe?token=abc&group=files');
  await page.getByRole('button', { name: 'STOP THESE EMAILS' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This link does not work any more. You can choose your emails in your profile.',
  );
});
